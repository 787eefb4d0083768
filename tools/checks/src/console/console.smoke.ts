import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { after, before, test as declare } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { until } from '../smoke/product.ts';
import { ROOT } from '../walls/workspace.ts';
import { NO_BROWSER, startBrowser } from './chromium.ts';
import { Demo } from './demo.ts';
import { HOSTILE } from './hostile.ts';
import { Visitor } from './visitor.ts';

/** What the scripts of the first page may weigh, compressed. Bytes. */
const FIRST_PAGE_BYTES = 250_000;
const PAGES = [
  '',
  '/artifacts',
  '/artifacts/brief',
  '/artifacts/brief?tab=edit',
  '/artifacts/brief?tab=history',
  '/artifacts/brief?tab=compare',
  '/artifacts/brief?tab=about',
  '/artifacts/mental-map',
  '/documents',
  '/search?q=money',
  '/signals',
  '/interviews',
  '/conversations',
  '/tools',
  '/members',
  '/inbox',
  '/activity',
  '/settings',
];

/** What every page looked like, for people. */
const PICTURES = join(ROOT, '.data/console');

const test = (name: string, run: () => Promise<void>): void => void declare(name, { skip: NO_BROWSER }, run);

const demo = new Demo();
let browser: Browser;
let admin: Visitor;
let page: Page;
let project = '';

before(async () => {
  if (NO_BROWSER !== false) return console.log(NO_BROWSER);
  [browser] = await Promise.all([startBrowser(), demo.start()]);
  admin = await Visitor.with(browser, demo.address);
  ({ page } = admin);
});

after(async () => {
  await browser?.close();
  await demo.stop();
});

const open = (path: string): Promise<unknown> => page.goto(project + path);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const seen = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

test('a wrong password is said, and the right one leads to the projects', async () => {
  await page.goto('/projects/x/signals');
  await page.getByLabel('E-mail').fill('admin@demo.test');
  await page.getByLabel('Password').fill('wrong');
  await button('Sign in').click();
  await page.getByRole('alert').getByText('Unable to log in').waitFor();
  assert.equal(await page.getByLabel('E-mail').inputValue(), 'admin@demo.test');
  project = await admin.signIn('admin@demo.test');
  assert.match(project, /^\/projects\/[0-9a-f-]{36}$/);
});

test('the token is where no script can read it', async () => {
  const cookies = await admin.context.cookies();
  const session = cookies.find(({ name }) => name === 'pks_session');
  assert.deepEqual([session?.httpOnly, session?.sameSite], [true, 'Strict']);
  const stored = String(
    await page.evaluate('document.cookie + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)'),
  );
  assert.doesNotMatch(stored, /pkt_/);
});

test('the first page is light', async () => {
  const newcomer = await Visitor.with(browser, demo.address, {
    storageState: await admin.context.storageState(),
  });
  let bytes = 0;
  newcomer.page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    const { responseBodySize } = await response.request().sizes();
    bytes += responseBodySize;
  });
  const began = performance.now();
  await newcomer.page.goto(project);
  await newcomer.page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  console.log(
    `usable after ${Math.round(performance.now() - began)} ms; ${bytes} bytes of compressed script`,
  );
  assert.ok(bytes > 50_000 && bytes < FIRST_PAGE_BYTES, `${bytes} bytes`);
  await newcomer.context.close();
});

for (const [name, options] of [
  ['on a desk', { viewport: { width: 1280, height: 860 }, colorScheme: 'light' }],
  ['on a desk, dark', { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' }],
  ['on a phone, dark', { viewport: { width: 380, height: 780 }, colorScheme: 'dark' }],
] as const) {
  test(`every page is accessible and fits ${name}, without a complaint of the browser`, async () => {
    const visitor = await Visitor.with(browser, demo.address, options);
    const path = await visitor.signIn('admin@demo.test');
    for (const one of PAGES) {
      await visitor.page.goto(path + one);
      await visitor.page.locator('h1').waitFor();
      await visitor.page.waitForLoadState('domcontentloaded');
      await until('it has loaded', async () => (await visitor.page.locator('.spinner').count()) === 0);
      await visitor.assertAccessible();
      const picture = `${one.slice(1).replace(/\W+/g, '-') || 'home'}.png`;
      await visitor.page.screenshot({ path: join(PICTURES, name, picture) });
      const excess = await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.ok(Number(excess) <= 0, `${one} is ${String(excess)} pixels too wide`);
    }
    assert.deepEqual(visitor.complaints, []);
    await visitor.context.close();
  });
}

test('a member is offered only what they may do', async () => {
  const member = await Visitor.with(browser, demo.address);
  await member.signIn('viewer@demo.test');
  const refused: string[] = [];
  member.page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  const links = member.page.getByRole('navigation', { name: 'Project' }).getByRole('link');
  const names = await links.allTextContents();
  for (const index of names.keys()) {
    await links.nth(index).click();
    await member.page.locator('h1').waitFor();
    await until('it has loaded', async () => (await member.page.locator('.spinner').count()) === 0);
  }
  await member.page.getByRole('link', { name: 'Artifacts', exact: true }).click();
  await member.page.getByRole('link', { name: /^Brief/ }).click();
  await member.page.locator('article.card h2').first().waitFor();
  assert.ok(names.length >= 8 && !names.includes('Members'), names.join());
  assert.deepEqual(refused, []);
  await member.context.close();
});

test('an artifact is edited, compared, published and rolled back', async () => {
  await open('/artifacts/brief?tab=edit');
  await page.getByLabel('Content').fill('# Brief\n\nOne new line.\n');
  await page.getByRole('heading', { name: 'Brief', level: 1 }).first().waitFor();
  await page.getByLabel('What changed, and why').fill('Shorter');
  await button('Save as a new version').click();
  await seen('Saved as version 3.');
  await button('Publish version 3, the newest').click();
  await seen('Agents read version 2 now, and will read version 3.');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await seen('Version 3 is published.');
  await open('/artifacts/brief?tab=compare');
  await page.locator('.diff .new').first().waitFor();
  await open('/artifacts/brief?tab=history');
  await seen('Shorter');
  await page.locator('.timeline > li').nth(1).getByRole('button', { name: 'Publish' }).click();
  await seen('This rolls back');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await seen('Version 2 is published.');
});

test('who was second to save sees both contents, and loses nothing', async () => {
  await open('/artifacts/brief?tab=edit');
  await page.getByLabel('Content').fill('# Brief\n\nMine.\n');
  const other = await admin.context.newPage();
  await other.goto(`${project}/artifacts/brief?tab=edit`);
  await other.getByLabel('Content').fill('# Brief\n\nTheirs.\n');
  await other.getByLabel('What changed, and why').fill('Before you');
  await other.getByRole('button', { name: 'Save as a new version' }).click();
  await other.getByText('Saved as version 4.').waitFor();
  await other.close();
  const save = button('Save as a new version');
  if (await save.isVisible()) await save.click();
  await seen('Somebody has saved a version meanwhile');
  await page.locator('.diff .gone', { hasText: 'Theirs.' }).waitFor();
  await page.locator('.diff .new', { hasText: 'Mine.' }).waitFor();
  await button('Save mine as the newest').click();
  await seen('Saved as version 5.');
});

test('signals are reviewed by keys alone; a refused change is undone', async () => {
  await open('/signals');
  const cards = page.locator('article.signal');
  await cards.first().waitFor();
  const before = await cards.count();
  await page.route('**/signals/*/', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: 'Somebody was first.' } })
      : route.continue(),
  );
  await page.keyboard.press('r');
  await seen('This did not work. Somebody was first.');
  await until('it is back', async () => (await cards.count()) === before);
  await page.unroute('**/signals/*/');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('r');
  await until('it is gone', async () => (await cards.count()) === before - 1);
  await seen('Marked as reviewed.');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until('it is back', async () => (await cards.count()) === before);
});

test('a dropped file is read, found, and opened where it was found', async () => {
  await open('/documents');
  const chosen = page.waitForEvent('filechooser');
  await button('Upload files').last().click();
  const buffer = Buffer.from('# Lost luggage\n\nA lost rucksack is kept at the kiosk for ninety days.\n');
  await (await chosen).setFiles({ name: 'lost.md', mimeType: 'text/markdown', buffer });
  await seen('1 file is uploaded, and will be read now.');
  await page.getByRole('link', { name: 'lost.md' }).waitFor();
  await until('it is found', async () => {
    await open('/search?q=rucksack');
    await page.locator('.hit, .state:not([role=status])').first().waitFor();
    return (await page.locator('mark', { hasText: 'rucksack' }).count()) > 0;
  });
  await page.getByRole('link', { name: 'lost.md' }).first().click();
  await page.locator('.page-text mark', { hasText: 'rucksack' }).waitFor();
});

test('a question is answered as it is made, with sources', async () => {
  await open('/conversations');
  await button('New conversation').click();
  await page.getByLabel('Your question').fill('How soon do passengers get their money back?');
  await page.keyboard.press('Control+Enter');
  await page.locator('.bubble:not(.mine) .sources a').first().waitFor();
  await page.getByRole('button', { name: 'Give feedback on this answer' }).first().click();
  await page.getByLabel('What is wrong, missing or good?').fill('It does not say who pays.');
  await page.getByRole('dialog').getByRole('button', { name: 'New signal' }).click();
  await seen('Thank you. The signal is submitted.');
});

test('an invited person joins by the link of the e-mail', async () => {
  await open('/members');
  await button('Invite').click();
  await page.getByLabel('E-mail').fill('newcomer@elsewhere.test');
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await seen('newcomer@elsewhere.test is invited.');
  let link = '';
  await until('the e-mail has come', async () => {
    link = await demo.linkMailedTo('newcomer@elsewhere.test');
    return link !== '';
  });
  const newcomer = await Visitor.with(browser, demo.address);
  await newcomer.page.goto(new URL(link).pathname + new URL(link).search);
  await newcomer.page.getByLabel(/Password/).fill('short');
  await newcomer.page.getByRole('button', { name: 'Accept' }).click();
  await newcomer.page
    .getByText(/at least 10|10 to 128|too short/i)
    .first()
    .waitFor();
  await newcomer.page.getByLabel(/Password/).fill('a password of the newcomer');
  await newcomer.page.getByRole('button', { name: 'Accept' }).click();
  await newcomer.page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  assert.equal(await newcomer.page.getByRole('link', { name: 'Members' }).count(), 0);
  assert.deepEqual(newcomer.complaints, []);
  await newcomer.context.close();
});

test('an interview is taken by whoever it was assigned to', async () => {
  const member = await Visitor.with(browser, demo.address);
  const path = await member.signIn('member@demo.test');
  await member.page.goto(`${path}/interviews`);
  await member.page.getByRole('button', { name: 'Assigned to me' }).click();
  await member.page.getByRole('link', { name: 'Boarding on a busy day' }).click();
  await member.page.getByLabel('Your answer').fill('We board forty cars in ten minutes.');
  await member.page.getByRole('button', { name: 'Send' }).click();
  await member.page.locator('.bubble.mine', { hasText: 'forty cars' }).waitFor();
  await member.page.reload();
  await member.page.locator('.bubble.mine', { hasText: 'forty cars' }).waitFor();
  assert.deepEqual(member.complaints, []);
  await member.context.close();
});

test('what somebody stored runs nowhere', async () => {
  const say = await demo.sender(project, 'admin@demo.test');
  const payload = HOSTILE.join('\n\n');
  await say('/artifacts/', { title: HOSTILE[0], technical_type: 'markdown', definition_short: HOSTILE[1] });
  await say('/artifacts/general-knowledge/versions/', { payload, change_summary: HOSTILE[0] });
  await say('/artifacts/mental-map/versions/', { payload: { label: HOSTILE[0], children: [...HOSTILE] } });
  await say('/playground-conversations/', { name: HOSTILE[0] });
  for (const feedback of HOSTILE) await say('/signals/', { feedback });
  const visitor = await Visitor.with(browser, demo.address);
  visitor.page.on('dialog', (dialog) => {
    visitor.complaints.push(`A dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await visitor.signIn('admin@demo.test');
  const stored = ['/artifacts', '/artifacts/general-knowledge', '/artifacts/general-knowledge?tab=edit'];
  for (const one of [
    ...stored,
    '/artifacts/mental-map',
    '/signals',
    '/conversations',
    '/inbox',
    '/activity',
  ]) {
    await visitor.page.goto(project + one);
    await visitor.page.locator('h1').waitFor();
    await until('it has loaded', async () => (await visitor.page.locator('.spinner').count()) === 0);
    assert.equal(await visitor.page.evaluate('window.hacked'), undefined);
    const content = visitor.page.locator('#content');
    const risky =
      'script, iframe, object, embed, form[action], [onerror], [onload], [onclick], a[href^="javascript:" i]';
    assert.equal(await content.locator(risky).count(), 0, one);
    assert.equal(await content.locator('img').count(), 0, one);
  }
  assert.deepEqual(visitor.complaints, []);
  await visitor.context.close();
});

test('a viewer says what is missing, and sees their own signals', async () => {
  const viewer = await Visitor.with(browser, demo.address);
  const path = await viewer.signIn('viewer@demo.test');
  await viewer.page.goto(`${path}/signals`);
  await viewer.page.getByRole('button', { name: 'New signal' }).click();
  await viewer.page.getByRole('dialog').getByLabel('Sentiment').selectOption('neutral');
  await viewer.page.getByRole('dialog').getByRole('button', { name: 'New signal' }).click();
  await viewer.page.locator('.field-error').getByText(/blank/i).waitFor();
  await viewer.page.getByLabel('What is wrong, missing or good?').fill('Nobody says where the keys are.');
  await viewer.page.getByRole('dialog').getByRole('button', { name: 'New signal' }).click();
  await viewer.page.locator('article.signal', { hasText: 'where the keys are' }).waitFor();
  assert.equal(await viewer.page.getByRole('button', { name: 'Dismiss', exact: true }).count(), 0);
  assert.deepEqual(viewer.complaints, []);
  await viewer.context.close();
});

test('an inbox is current without reloading', async () => {
  await open('/inbox');
  await seen('Live');
  const say = await demo.sender(project, 'viewer@demo.test');
  await say('/signals/', { feedback: 'The ramp is too steep.' });
  await seen(/The ramp is too steep/);
});

test('while the service is away, that is said, and what was typed is kept', async () => {
  await open('/artifacts/brief?tab=edit');
  await page.getByLabel('Content').fill('# Typed while it was away\n');
  await page.route('**/api/v1/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Signals' }).click();
  await seen('The service cannot be reached at the moment.');
  await page.unroute('**/api/v1/**');
  await page.locator('.away').waitFor({ state: 'detached' });
  await page.locator('article.signal').first().waitFor();
  await open('/artifacts/brief?tab=edit');
  assert.equal(await page.getByLabel('Content').inputValue(), '# Typed while it was away\n');
});

test('a long list has only the rows on the screen', async () => {
  const say = await demo.sender(project, 'admin@demo.test');
  for (let i = 0; i < 400; i += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_one, j) => say('/signals/', { feedback: `Signal ${i + j}` })),
    );
  }
  await open('/signals');
  const rows = page.locator('[role=listitem]');
  await rows.first().waitFor();
  await until('the last one is loaded', async () => {
    await page.mouse.wheel(0, 20_000);
    return (await page.locator('[aria-posinset="400"]').count()) > 0;
  });
  assert.ok((await rows.count()) < 60);
});

test('the keyboard suffices: past the menu, through it, and out', async () => {
  await open('');
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to the content');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate('document.activeElement.id'), 'content');
  await page.getByRole('link', { name: 'Artifacts', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Artifacts' }).waitFor();
  await button('New artifact').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await button('Sign out').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(admin.complaints, []);
});
