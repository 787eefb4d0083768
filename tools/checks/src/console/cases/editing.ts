import { strict as assert } from 'node:assert';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../smoke/product.ts';
import { ADMIN, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { artifactWith } from './artifact-with.ts';

const VERSIONS = 45;

test('the history of an artifact is listed to its first version', async (open) => {
  const path = await artifactWith('Timetables', 'Version 2');
  for (let version = 3; version <= VERSIONS; version += 1)
    await demo.as(ADMIN)(`${path}/versions/`, { payload: `Version ${version}`, change_summary: 'Again' });
  const admin = await open(ADMIN);
  await admin.open(`${path}?tab=history`);
  await admin.button(/^Show more/).click();
  await admin.counts(admin.page.locator('.timeline > li'), VERSIONS);
  await admin.isNotOffered(/^Show more/, 'Try again');
});

async function contentOf(visitor: Visitor): Promise<unknown> {
  await visitor.button('As JSON').click();
  const content: unknown = JSON.parse(await visitor.page.getByLabel('Content').inputValue());
  await visitor.button('As a form').click();
  return content;
}

test('numbers stay numbers in a form, whatever they are while they are typed', async (open) => {
  const path = await artifactWith('Rounds', [{ title: 'Decks', days: 3 }], 'playbook_list');
  const admin = await open(ADMIN);
  const { page } = admin;
  const days = (n: number): Locator => page.getByRole('spinbutton', { name: 'days', exact: true }).nth(n);
  await admin.open(`${path}?tab=edit`);
  await days(0).fill('');
  assert.equal(await days(0).inputValue(), '');
  await days(0).pressSequentially('1.50');
  assert.equal(await days(0).inputValue(), '1.50');
  assert.deepEqual(await contentOf(admin), [{ title: 'Decks', days: 1.5 }]);
  await days(0).fill('');
  await page.keyboard.press('Tab');
  assert.equal(await days(0).inputValue(), '1.5');
  await admin.button('Add: Playbook').click();
  assert.equal(await days(1).inputValue(), '0');
  await admin.fill('What changed, and why', 'Twice as often');
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 3.');
  const { body } = await demo.as(ADMIN)(`${path}/?version=head`);
  assert.deepEqual(body['payload'], [
    { title: 'Decks', days: 1.5 },
    { title: '', days: 0 },
  ]);
});

test('who was second to save and is refused is told why, and continues writing', async (open) => {
  const path = await artifactWith('Moles', '# Moles\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Moles\n\nMine.\n');
  await demo.as(ADMIN)(`${path}/versions/`, { payload: '# Moles\n\nTheirs.\n', change_summary: 'First' });
  const save = admin.button('Save as a new version');
  if (await save.isVisible()) await save.click();
  await admin.sees('Somebody has saved a version meanwhile');
  const refusal = { status: 400, json: { error: 'Too long.', payload: ['Too long.'] } };
  await page.route('**/versions/', (route) => route.fulfill(refusal), { times: 1 });
  await admin.button('Save mine as the newest').click();
  await admin.sees('Too long.');
  await admin.button('Continue writing mine').click();
  await admin.fill('Content', '# Moles\n\nTheirs, and mine.\n');
  await save.click();
  await admin.sees('Saved as version 4.');
});

test('a save that is still running is no version of somebody else', async (open) => {
  const path = await artifactWith('Voles', '# Voles\n');
  const admin = await open(ADMIN);
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Voles\n\nMine.\n');
  const error = 'A request with this Idempotency-Key is still running.';
  const running = { status: 409, headers: { 'retry-after': '1' }, json: { error } };
  await admin.page.route('**/versions/', (route) => route.fulfill(running), { times: 1 });
  await admin.button('Save as a new version').click();
  await admin.sees(error);
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 3.');
});

test('what was typed and not saved is for its author and its artifact alone', async (open) => {
  const other = 'other-author@demo.test';
  await demo.colleague(ADMIN, other);
  await demo.as(ADMIN)('/users/', { email: other, permissions: ['CAN_PERFORM_ADMIN_ACTIONS'] });
  const path = await artifactWith('Sluices', '# Sluices\n');
  const admin = await open(ADMIN);
  const { page, context } = admin;
  const signIn = (email: string): Promise<void> => context.addCookies([demo.sessionOf(email)]);
  const content = page.getByLabel('Content');
  await admin.open(`${path}?tab=edit`);
  await content.fill('# Not saved\n');
  await signIn(other);
  await admin.open(`${path}?tab=edit`);
  assert.equal(await content.inputValue(), '# Sluices\n');
  await signIn(ADMIN);
  await admin.open(`${path}?tab=edit`);
  await admin.sees('A draft that was not saved is shown.');
  assert.equal(await content.inputValue(), '# Not saved\n');
  await demo.as(ADMIN)(`${path}/`, undefined, 'DELETE');
  assert.equal(await artifactWith('Sluices', '# Other sluices\n'), path);
  await admin.open(`${path}?tab=edit`);
  assert.equal(await content.inputValue(), '# Other sluices\n');
});

test('what was typed is not shown to who signs in meanwhile in another tab', async (open) => {
  const other = 'other-tab@demo.test';
  await demo.colleague(ADMIN, other);
  await demo.as(ADMIN)('/users/', { email: other, permissions: ['CAN_PERFORM_ADMIN_ACTIONS'] });
  const path = await artifactWith('Weirs', '# Weirs\n');
  const admin = await open(ADMIN);
  const { page, context } = admin;
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Not saved\n');
  await context.addCookies([demo.sessionOf(other)]);
  const refusal = { status: 403, json: { error: 'Not for you.' } };
  await page.route('**/versions/', (route) => route.fulfill(refusal), { times: 1 });
  const isAskedWhoItIs = page.waitForResponse('**/users/me/');
  await admin.fill('What changed, and why', 'Theirs');
  await admin.button('Save as a new version').click();
  await isAskedWhoItIs;
  await admin.sees(other);
  assert.equal(await page.getByLabel('Content').inputValue(), '# Weirs\n');
});

test('what is typed into an artifact in two tabs is kept apart, and saved one after the other', async (open) => {
  const path = await artifactWith('Breakwaters', '# Breakwaters\n');
  const admin = await open(ADMIN);
  const one = admin.page;
  const other = await admin.context.newPage();
  const contentOn = (page: Page): Locator => page.getByLabel('Content');
  const has = (page: Page, text: string): Promise<void> =>
    until(`the content is ${text}`, async () => (await contentOn(page).inputValue()) === text);
  await admin.open(`${path}?tab=edit`);
  await other.goto(one.url());
  await contentOn(one).fill('# Of one tab\n');
  // Nothing is typed in the other one, which shows what is kept.
  await has(other, '# Of one tab\n');
  await contentOn(other).fill('# Of the other tab\n');
  await admin.sees('You are writing into this artifact in another tab, too.');
  for (const [page, text] of [
    [one, '# Of one tab\n'],
    [other, '# Of the other tab\n'],
  ] as const) {
    await page.reload();
    await has(page, text);
  }
  await other.getByLabel('What changed, and why').fill('First');
  await other.getByRole('button', { name: 'Save as a new version' }).click();
  await other.getByText('Saved as version 3.').waitFor();
  await one.reload();
  await admin.sees('Somebody has saved a version meanwhile');
  await admin.button('Continue writing mine').click();
  await has(one, '# Of one tab\n');
});

test('what is typed in another tab while an artifact is being opened is shown', async (open) => {
  const path = await artifactWith('Otters', '# Otters\n');
  const { body: artifact } = await demo.as(ADMIN)(`${path}/`);
  const { body: author } = await demo.as(ADMIN, '')('/users/me/');
  const key = `pks.draft.${String(author['id'])}.${String(artifact['id'])}`;
  const draft = JSON.stringify({ text: '# Of another tab\n', summary: '', base: 2 });
  const admin = await open(ADMIN);
  // After the page has looked for drafts, and before it listens for those of other tabs.
  await admin.page.addInitScript(`{
    const listen = window.addEventListener;
    window.addEventListener = (type, ...rest) => {
      if (type === 'storage') localStorage.setItem('${key}', ${JSON.stringify(draft)});
      listen(type, ...rest);
    };
  }`);
  await admin.open(`${path}?tab=edit`);
  await admin.sees('A draft that was not saved is shown.');
  assert.equal(await admin.page.getByLabel('Content').inputValue(), '# Of another tab\n');
});

test('what was once kept without its author is removed when something is edited', async (open) => {
  const path = await artifactWith('Groynes', '# Groynes\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Not saved\n');
  await page.evaluate(
    `localStorage.setItem('pks.draft.' + crypto.randomUUID() + '.groynes', JSON.stringify({ text: 'Of somebody' }))`,
  );
  await page.reload();
  await admin.sees('A draft that was not saved is shown.');
  const stored = String(await page.evaluate('JSON.stringify(localStorage)'));
  assert.doesNotMatch(stored, /Of somebody/);
  assert.match(stored, /Not saved/);
});

test('what somebody else changed of an artifact meanwhile stays', async (open) => {
  const path = await artifactWith('Jetties', '# Jetties\n');
  const admin = await open(ADMIN);
  await admin.open(`${path}?tab=about`);
  await demo.as(ADMIN)(`${path}/`, { group: 'Outside' }, 'PATCH');
  for (const title of ['Both jetties', 'Jetties']) {
    await admin.fill('Title', title);
    const saved = admin.page.waitForResponse((response) => response.request().method() === 'PATCH');
    await admin.button('Save').click();
    assert.equal((await saved).status(), 200);
    await admin.page.getByRole('heading', { name: title, level: 1 }).waitFor();
  }
  const { body } = await demo.as(ADMIN)(`${path}/`);
  assert.deepEqual([body['title'], body['group']], ['Jetties', 'Outside']);
});

test('all of what an artifact is for is described, and what is typed there stays while other tabs are read', async (open) => {
  const path = await artifactWith('Davits', '# Davits\n');
  await demo.as(ADMIN)(`${path}/`, { format_description: 'A list.' }, 'PATCH');
  const admin = await open(ADMIN);
  const { page } = admin;
  const format = page.getByLabel('Format', { exact: true });
  await admin.open(`${path}?tab=about`);
  assert.equal(await format.inputValue(), 'A list.');
  await format.fill('A table.');
  await admin.fill('How it is kept', 'By whoever replaces one.');
  await admin.link('Read').click();
  await page.locator('article').getByText('Davits').waitFor();
  await admin.link('About').click();
  assert.equal(await format.inputValue(), 'A table.');
  await admin.button('Save').click();
  await admin.sees('Saved.');
  const { body } = await demo.as(ADMIN)(`${path}/`);
  assert.equal(body['format_description'], 'A table.');
  assert.equal(body['capture_discipline'], 'By whoever replaces one.');
  // What was saved is not typed any more: it follows what somebody else changes.
  await demo.as(ADMIN)(`${path}/`, { format_description: 'Two tables.' }, 'PATCH');
  await admin.fill('Group', 'Outside');
  await admin.button('Save').click();
  await until('it is followed', async () => (await format.inputValue()) === 'Two tables.');
});

test('that a title is taken is said without a word that nobody sees', async (open) => {
  await artifactWith('Cathead beams', '# Catheads');
  const admin = await open(ADMIN);
  await admin.open('/artifacts');
  await admin.button('New artifact').click();
  await admin.dialog.getByLabel('Title').fill('CATHEAD beams!');
  await admin.dialog.getByRole('button', { name: 'New artifact' }).click();
  await admin.dialog.getByText('There is an artifact with this title already').waitFor();
  assert.doesNotMatch(await admin.dialog.innerText(), /slug/i);
  await admin.answer('Cancel');
});
