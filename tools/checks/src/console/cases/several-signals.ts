import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { rows } from '../../smoke/client.ts';
import { ADMIN, demo, test } from '../stage.ts';
import { followingNothing } from './following-nothing.ts';
import { held } from './held.ts';
import { submitted } from './submitted.ts';

test('of several signals, all but those that are deleted meanwhile are closed, and can be brought back', async (open) => {
  const words = ['first', 'second', 'third', 'fourth', 'fifth'];
  await submitted(words.map((word) => `The jaeger is ${word}.`));
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  await followingNothing(page);
  await admin.open('/signals?q=jaeger');
  await admin.counts(cards, words.length);
  // The third signal is deleted while the request for the first is on its way.
  let closed = 0;
  await page.route('**/signals/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    closed += 1;
    if (closed === 1) {
      const third = rows(await demo.as(ADMIN)('/signals/?search=jaeger')).at(2);
      await demo.as(ADMIN)(`/signals/${String(third?.['id'])}/`, undefined, 'DELETE');
    }
    await route.continue();
  });
  await admin.button('Select all that are shown').click();
  await page.getByRole('group', { name: '5 selected' }).getByRole('button', { name: 'Dismiss' }).click();
  await admin.isTold('4 of 5 marked as dismissed. There is no such thing here, or it is deleted.');
  await admin.counts(cards, 0);
  await admin.button('Undo').click();
  await admin.counts(cards, 4);
  await admin.counts(cards.getByText('third'), 0);
});

test('of several signals, those that are refused after others were closed are shown again', async (open) => {
  await submitted(['The petrel is near.', 'The petrel is far.', 'The petrel is away.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  await followingNothing(page);
  await admin.open('/signals?q=petrel');
  await admin.counts(cards, 3);
  let closed = 0;
  await page.route('**/signals/*/', (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    closed += 1;
    return closed === 2
      ? route.fulfill({ status: 409, json: { error: 'Somebody was first.' } })
      : route.continue();
  });
  await admin.button('Select all that are shown').click();
  await page.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Reviewed' }).click();
  await admin.isTold('1 of 3 marked as reviewed. Somebody was first.');
  await admin.counts(cards, 2);
  await admin.button('Undo').click();
  await admin.counts(cards, 3);
});

test('who closes a signal by the keyboard is at the same button of the one that takes its place', async (open) => {
  await submitted(['The dipper is third.', 'The dipper is second.', 'The dipper is first.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  // The third signal has one control more than the others.
  await page.route('**/signals/?*dipper*', async (route) => {
    const response = await route.fetch();
    const { results, ...rest } = (await response.json()) as { results: { feedback: string }[] };
    const suggested = results.map((one) => ({
      ...one,
      suggested_action_type: one.feedback.includes('third') ? 'edit_artifact' : 'none',
      suggested_action_data: {},
    }));
    await route.fulfill({ response, json: { ...rest, results: suggested } });
  });
  await admin.open('/signals?q=dipper');
  const cards = page.locator('article.signal');
  await admin.counts(cards, 3);
  await admin.counts(admin.link('Edit the artifact'), 1);
  const dismiss = (which: string): Locator =>
    cards.filter({ hasText: which }).getByRole('button', { name: 'Dismiss' });
  await dismiss('second').focus();
  await page.keyboard.press('Enter');
  await dismiss('third').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await dismiss('first').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#content:focus').waitFor();
});

test('a signal that is being closed is not shown again when a new one arrives', async (open) => {
  await submitted(['The phalarope is old.', 'The phalarope is older.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  const mayBeClosed = Promise.withResolvers<void>();
  let read = 0;
  await page.route('**/signals/*/', async (route) => {
    if (route.request().method() === 'PATCH') {
      read = 0;
      await mayBeClosed.promise;
    }
    await route.continue();
  });
  const isFollowed = page.waitForResponse('**/notifications/stream/');
  await admin.open('/signals?q=phalarope');
  await isFollowed;
  await admin.counts(cards, 2);
  page.on('request', (request) => (read += /signals\/\?/.test(request.url()) ? 1 : 0));
  await page.keyboard.press('d');
  await admin.counts(cards, 1);
  const isTold = page.waitForResponse('**/notifications/unread-count/');
  await submitted(['The phalarope is new.']);
  await isTold;
  assert.equal(read, 0);
  mayBeClosed.resolve();
  await cards.getByText('new').waitFor();
  await admin.counts(cards, 2);
});

test('of signals that are being closed, those that are refused are shown again, and no others', async (open) => {
  await submitted(['The garganey is third.', 'The garganey is second.', 'The garganey is first.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  const secondIsAsked = Promise.withResolvers<void>();
  const mayBeClosed = Promise.withResolvers<void>();
  let closed = 0;
  await followingNothing(page);
  await page.route('**/signals/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    closed += 1;
    if (closed === 1) {
      await secondIsAsked.promise;
      return route.fulfill({ status: 409, json: { error: 'Somebody was first.' } });
    }
    secondIsAsked.resolve();
    await mayBeClosed.promise;
    await route.continue();
  });
  await admin.open('/signals?q=garganey');
  await admin.counts(cards, 3);
  await page.keyboard.press('d');
  await admin.counts(cards, 2);
  await page.keyboard.press('d');
  await admin.sees('This did not work. Somebody was first.');
  assert.deepEqual(await cards.locator('blockquote').allInnerTexts(), [
    'The garganey is first.',
    'The garganey is third.',
  ]);
  mayBeClosed.resolve();
  await admin.sees('Marked as dismissed.');
  await admin.counts(cards, 2);
});

test('how far several signals are is said, and the browser asks before it leaves them halfway', async (open) => {
  await submitted(['The ptarmigan is first.', 'The ptarmigan is second.', 'The ptarmigan is third.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  const mayBeClosed = Promise.withResolvers<void>();
  let closed = 0;
  await followingNothing(page);
  await page.route('**/signals/*/', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    closed += 1;
    if (closed === 2) await mayBeClosed.promise;
    await route.continue();
  });
  await admin.open('/signals?q=ptarmigan');
  await admin.counts(cards, 3);
  await page.getByLabel('Select the signal').first().check();
  await admin.button('Select all that are shown').click();
  await page.getByRole('group', { name: '3 selected' }).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('status').getByText('1 of 3 are changed…').waitFor();
  const isAsked = page.waitForEvent('dialog');
  await page.evaluate('void setTimeout(() => location.reload())');
  await (await isAsked).dismiss();
  mayBeClosed.resolve();
  await admin.sees('Marked as dismissed.');
  await admin.counts(page.getByText('of 3 are changed'), 0);
  await admin.sees('No signal matches.');
});

test('nobody is told that no signal is left while further ones are read', async (open) => {
  await submitted(Array.from({ length: 52 }, (_signal, index) => `The shearwater ${index} is near.`));
  const admin = await open(ADMIN);
  const { page } = admin;
  await followingNothing(page);
  const letClose = await held(page, '**/signals/*/');
  const isRead = Promise.withResolvers<void>();
  const isAsked = page.waitForRequest(/\/signals\/\?.*offset=/);
  await page.route(/\/signals\/\?.*offset=/, async (route) => {
    await isRead.promise;
    await route.continue();
  });
  await admin.open('/signals?q=shearwater');
  await admin.button('Select all that are shown').click();
  await page.getByRole('group', { name: '50 selected' }).getByRole('button', { name: 'Dismiss' }).click();
  await isAsked;
  const none = page.getByText('No signal matches.');
  await admin.counts(page.locator('article.signal'), 0);
  assert.equal(await none.count(), 0);
  isRead.resolve();
  await admin.counts(page.locator('article.signal'), 2);
  letClose();
  await admin.sees('Marked as dismissed.');
  await admin.counts(page.locator('article.signal'), 2);
});
