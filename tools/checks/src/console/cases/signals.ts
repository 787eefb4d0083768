import { strict as assert } from 'node:assert';
import { rows } from '../../smoke/client.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { submitted } from './submitted.ts';

/** Opens the signals that contain a word, and waits until as many as expected are shown. Only what keys do makes the page read the list again. */
async function openBoard(visitor: Visitor, word: string, expected: number): Promise<void> {
  await visitor.page.route('**/notifications/stream/', () => undefined);
  await showBoard(visitor, word, expected);
}

/** Like `openBoard`, but changes by others make the page read the list again, too. */
async function openLiveBoard(visitor: Visitor, word: string, expected: number): Promise<void> {
  const isFollowed = visitor.page.waitForResponse('**/notifications/stream/');
  await showBoard(visitor, word, expected);
  await isFollowed;
}

async function showBoard(visitor: Visitor, word: string, expected: number): Promise<void> {
  await visitor.open('/signals');
  await visitor.fill('Find in signals', word);
  await visitor.counts(visitor.page.locator('article.signal'), expected);
  await visitor.page.locator('h1').click();
}

test('which signals are listed stays when one of them was read', async (open) => {
  await submitted(['The heron stands still.', 'The heron flies.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  await openBoard(admin, 'heron', 2);
  await page.keyboard.press('d');
  await admin.counts(page.locator('article.signal'), 1);
  await page.getByRole('button', { name: /^Dismissed/ }).click();
  const dismissed = page.locator('article.signal', { hasText: 'flies' });
  await dismissed.waitFor();
  await admin.link('Activity').click();
  await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
  await page.goBack();
  await dismissed.waitFor();
  await admin.counts(page.locator('article.signal'), 1);
  assert.equal(await page.getByLabel('Find in signals').inputValue(), 'heron');
  await admin.link('Signals').first().click();
  await admin.counts(page.locator('article.signal', { hasText: 'stands still' }), 1);
  assert.equal(await page.getByLabel('Find in signals').inputValue(), '');
});

test('signals are reviewed by keys alone; a refused change is undone', async (open) => {
  await submitted(['The walrus is late.', 'The walrus is early.', 'The walrus is away.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  // A page that is already open may send a request past a new route.
  let isRefused = true;
  await page.route('**/signals/*/', (route) =>
    isRefused && route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: 'Somebody was first.' } })
      : route.continue(),
  );
  await openBoard(admin, 'walrus', 3);
  await page.keyboard.press('r');
  await admin.sees('This did not work. Somebody was first.');
  await admin.counts(cards, 3);
  isRefused = false;
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const second = await cards.nth(1).locator('blockquote').innerText();
  await page.keyboard.press('r');
  await admin.counts(cards, 2);
  assert.ok(!(await cards.allInnerTexts()).some((text) => text.includes(second)));
  await admin.sees('Marked as reviewed.');
  await admin.button('Undo').last().click();
  await admin.counts(cards, 3);
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await admin.sees('2 selected');
  await page.keyboard.press('d');
  await admin.counts(cards, 1);
  await admin.sees('Marked as dismissed.');
});

test('several signals are closed at once, found by their status, and reopened', async (open) => {
  await submitted(['The narwhal is blue.', 'The narwhal is green.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  await openBoard(admin, 'narwhal', 2);
  await admin.button('Select all that are shown').click();
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Reviewed' }).click();
  await admin.counts(cards, 0);
  await admin.button(/^Reviewed \d/).click();
  await admin.counts(cards, 2);
  await cards.first().getByRole('button', { name: 'Dismiss' }).click();
  await admin.counts(cards, 1);
  await admin.button(/^Dismissed/).click();
  await admin.counts(cards, 1);
  await cards.first().getByRole('button', { name: 'Reopen' }).click();
  await admin.button(/^To review/).click();
  await admin.counts(cards, 1);
  await page.getByLabel('Sentiment').selectOption('positive');
  await admin.counts(cards, 0);
});

test('a list that was asked for before signals were closed shows them', async (open) => {
  await submitted(['The okapi is shy.', 'The okapi is striped.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  const isAsked = Promise.withResolvers<void>();
  const isClosed = Promise.withResolvers<void>();
  const isAnswered = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/signals/?status=reviewed*okapi*', async (route) => {
    asked += 1;
    if (asked > 1) return route.continue();
    const response = await route.fetch();
    isAsked.resolve();
    await isClosed.promise;
    await route.fulfill({ response }).finally(isAnswered.resolve);
  });
  await page.route('**/signals/*/', async (route) => {
    if (route.request().method() === 'PATCH') await isAsked.promise;
    await route.continue();
  });
  await openBoard(admin, 'okapi', 2);
  await admin.button('Select all that are shown').click();
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Reviewed' }).click();
  await admin.button(/^Reviewed \d/).click();
  await admin.sees('Marked as reviewed.');
  isClosed.resolve();
  await isAnswered.promise;
  await admin.counts(cards, 2);
});

test('keys are named where there may be some, not where one taps', async (open) => {
  await submitted(['The ibis is red.']);
  const desk = await open(ADMIN);
  await openBoard(desk, 'ibis', 1);
  await desk.page.getByText('Keys: J and K move').waitFor();
  const phone = await open(ADMIN, { viewport: { width: 380, height: 780 }, hasTouch: true, isMobile: true });
  await openBoard(phone, 'ibis', 1);
  await phone.page.getByText('Keys: J and K move').waitFor({ state: 'hidden' });
});

test('a suggested action opens what it names', async (open) => {
  const feedback = 'The project plan says that the handhelds arrive in March, which the pelican doubts.';
  await demo.as(VIEWER)('/signals/', { feedback, is_positive: false });
  await until('an action is suggested', async () => {
    const found = rows(await demo.as(ADMIN)('/signals/?search=pelican'));
    return found[0]?.['suggested_action_type'] === 'edit_artifact';
  });
  const admin = await open(ADMIN);
  await openBoard(admin, 'pelican', 1);
  await admin.link('Edit the artifact').waitFor();
  await admin.page.keyboard.press('o');
  await admin.page.getByLabel('Content').waitFor();
  assert.match(admin.page.url(), /\/artifacts\/project-plan\?tab=edit&id=[\da-f-]{36}$/);
});

for (const who of [CONTRIBUTOR, VIEWER]) {
  test(`${who} says what is missing, sees their own signals alone, and takes one back`, async (open) => {
    const foreign = who === VIEWER ? CONTRIBUTOR : VIEWER;
    await demo.as(foreign)('/signals/', { feedback: `Said by ${foreign}.` });
    const visitor = await open(who);
    const { page } = visitor;
    const feedback = `Nobody says where the keys of ${who} are.`;
    await visitor.open('/signals');
    await visitor.button('New signal').click();
    await visitor.dialog.getByRole('button', { name: 'New signal' }).click();
    await page.locator('.field-error').getByText(/blank/i).waitFor();
    await visitor.fill('What is wrong, missing or good?', feedback);
    await visitor.answer('New signal');
    const own = page.locator('article.signal', { hasText: feedback });
    await own.waitFor();
    for (const text of await page.locator('article.signal').allInnerTexts())
      assert.ok(text.includes(who), text);
    await own.getByRole('button', { name: 'Dismiss' }).click();
    await visitor.counts(own, 0);
    await visitor.button('By conversation').click();
    await page.locator('section.signal, .state').first().waitFor();
    await visitor.isNotOffered('Mark all as reviewed');
  });
}

test('a click beside a form and Escape keep what was typed', async (open) => {
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await viewer.open('/signals');
  await viewer.button('New signal').click();
  await viewer.fill('What is wrong, missing or good?', 'It took long to write this.');
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  // If these close the form, they do so before the next key.
  await page.keyboard.press('Tab');
  assert.equal(
    await page.getByLabel('What is wrong, missing or good?').inputValue(),
    'It took long to write this.',
  );
});

test('keys act on the signal that is highlighted, also after the last one was closed', async (open) => {
  await submitted(['The tapir is first.', 'The tapir is second.', 'The tapir is third.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  const highlighted = page.locator('article.signal[data-current="true"]');
  await openBoard(admin, 'tapir', 3);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('d');
  await admin.counts(cards, 2);
  await admin.counts(highlighted, 1);
  await page.keyboard.press('k');
  await highlighted.getByText('third').waitFor();
  await page.keyboard.press('d');
  await admin.counts(cards.getByText('second'), 1);
  await admin.counts(cards, 1);
});

test('a signal that is being closed is not shown again when another one has been', async (open) => {
  await submitted(['The quokka is first.', 'The quokka is second.', 'The quokka is third.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  // The first signal is closed while the request for the second is on its way, however quick the service is.
  const secondIsAsked = Promise.withResolvers<void>();
  const mayBeClosed = Promise.withResolvers<void>();
  let closed = 0;
  let read = 0;
  await page.route('**/signals/*/', async (route) => {
    if (route.request().method() === 'PATCH') {
      closed += 1;
      if (closed === 2) secondIsAsked.resolve();
      await (closed === 1 ? secondIsAsked.promise : mayBeClosed.promise);
    }
    await route.continue();
  });
  await openBoard(admin, 'quokka', 3);
  page.on('request', (request) => (read += /signals\/\?/.test(request.url()) ? 1 : 0));
  await page.keyboard.press('d');
  await admin.counts(cards, 2);
  await page.keyboard.press('d');
  await admin.sees('Marked as dismissed.');
  await admin.counts(cards, 1);
  assert.equal(read, 0);
  mayBeClosed.resolve();
  await until('the list is read again', () => Promise.resolve(read > 0));
  await admin.counts(cards, 1);
});

test('keys act on the signal that is highlighted, also when another one arrives', async (open) => {
  await submitted(['The gannet is old.', 'The gannet is older.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  const highlighted = page.locator('article.signal[data-current="true"]');
  await openLiveBoard(admin, 'gannet', 2);
  await page.keyboard.press('j');
  await highlighted.getByText('The gannet is old.').waitFor();
  await submitted(['The gannet is new.']);
  await admin.counts(cards, 3);
  await page.keyboard.press('d');
  await admin.counts(cards, 2);
  await admin.counts(cards.getByText('The gannet is old.'), 0);
  await highlighted.getByText('The gannet is older.').waitFor();
});
