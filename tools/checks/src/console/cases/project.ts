import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../demo.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';

/** Another admin, because nobody is notified of what they did themselves. */
async function otherAdmin(): Promise<Call> {
  const email = 'mate@demo.test';
  await demo.colleague(ADMIN, email);
  await demo.as(ADMIN)('/users/', { email, permissions: ['CAN_PERFORM_ADMIN_ACTIONS'] });
  return demo.as(email);
}

test('home says what waits for an admin, and leads to it', async (open) => {
  await demo.as(VIEWER)('/signals/', { feedback: 'Something waits.' });
  const admin = await open(ADMIN);
  const waiting = admin.page.getByRole('region', { name: 'Waiting for you' });
  for (const [name, heading] of [
    [/signals? to review/, 'Signals'],
    [/unread messages?/, 'Inbox'],
  ] as const) {
    await admin.open('');
    await waiting.getByRole('link', { name }).click();
    await admin.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }
});

test('home says what could not be asked for beside what waits', async (open) => {
  const admin = await open(ADMIN);
  const failed = { status: 500, json: { error: 'It failed.' } };
  await admin.page.route('**/signals/counts/', (route) => route.fulfill(failed));
  await admin.page.route('**/unread-count/', (route) => route.fulfill({ json: { count: 2 } }));
  await admin.open('');
  await admin.link('2 unread messages').waitFor();
  await admin.sees('It failed.');
});

test('home says which interviews wait for a contributor', async (open) => {
  const member = await open(CONTRIBUTOR);
  await member.open('');
  await member.link(/interviews? to take/).click();
  await member.link('The old scanners').waitFor();
});

for (const who of [ADMIN, CONTRIBUTOR, VIEWER]) {
  test(`the inbox of ${who} is current without reloading, marked, and emptied`, async (open) => {
    const visitor = await open(who);
    const { page } = visitor;
    const messages = page.locator('.rows-row');
    await visitor.open('/inbox');
    await page.getByText('Live', { exact: true }).waitFor();
    const title = `Announced to ${who}`;
    const by = who === ADMIN ? await otherAdmin() : demo.as(ADMIN);
    const { body } = await by('/artifacts/', { title, technical_type: 'markdown' });
    const path = `/artifacts/${String(body['slug'])}/versions`;
    await by(`${path}/`, { payload: '# New\n', change_summary: 'First' });
    await by(`${path}/2/publish/`, {});
    const message = messages.filter({ hasText: title });
    await message.getByRole('button', { name: 'Mark as read' }).click();
    await message.getByRole('button', { name: 'Mark as unread' }).click();
    await message.getByRole('button', { name: 'Mark as read' }).waitFor();
    await visitor.button('Mark all as read').click();
    await visitor.sees(/^\d+ messages? (is|are) marked as read\.$/);
    await visitor.counts(page.getByRole('button', { name: 'Mark as read', exact: true }), 0);
    await page.getByLabel('Unread').check();
    await visitor.sees('Nothing here.');
    await page.getByLabel('Unread').uncheck();
    await message.getByRole('link').click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await visitor.open('/inbox');
    await visitor.button('Delete what is read').click();
    await visitor.answer('Cancel');
    await message.waitFor();
    await visitor.button('Delete what is read').click();
    await visitor.answer('Delete what is read');
    await visitor.sees(/^\d+ messages? (is|are) deleted\.$/);
    await visitor.sees('Nothing here.');
    await visitor.isNotOffered('Mark all as read', 'Delete what is read');
  });
}

test('a message that cannot be marked says so', async (open) => {
  await demo.as(VIEWER)('/signals/', { feedback: 'The siskin is here.' });
  const admin = await open(ADMIN);
  await admin.page.route('**/mark-as-read/', (route) =>
    route.fulfill({ status: 500, json: { error: 'It failed.' } }),
  );
  await admin.open('/inbox');
  await admin.button('Mark as read').first().click();
  await admin.sees('This did not work. It failed.');
});

test('activity shows the month, and what was changed by whom', async (open) => {
  const admin = await open(ADMIN);
  await admin.open('/activity');
  const published = admin.page.locator('figure', { hasText: 'Versions published' });
  assert.ok(Number(await published.locator('strong').innerText()) > 0);
  assert.equal(await published.locator('.bars > span').count(), 30);
  await admin.page.locator('.rows-row', { hasText: ADMIN }).first().waitFor();
});

test('a picture of the month has each day of the calendar once', async (open) => {
  const admin = await open(ADMIN, { timezoneId: 'Europe/Berlin' });
  const { page } = admin;
  // In that time zone, the 25th of October had 25 hours.
  await page.clock.setFixedTime('2026-11-05T23:30:00+01:00');
  await admin.open('/activity');
  const days = page.locator('figure', { hasText: 'Versions published' }).locator('.bars > span');
  const names = await days.evaluateAll((all: readonly { readonly title: string }[]) =>
    all.map(({ title }) => title.replace(/:.*/, '')),
  );
  assert.equal(new Set(names).size, 30, names.join());
  assert.deepEqual([names[0], names.at(-1)], ['Oct 7', 'Nov 5']);
});

for (const who of [CONTRIBUTOR, VIEWER]) {
  test(`${who} gets a sentence where they open what is for admins alone`, async (open) => {
    const visitor = await open(who);
    await visitor.page.goto(`${visitor.project}/activity`);
    await visitor.sees('You do not have permission to perform this action.');
    assert.equal(await visitor.page.getByRole('alert').count(), 1);
    await visitor.isNotOffered('Try again');
    await visitor.open('/settings');
    await visitor.button('Change the password').waitFor();
    await visitor.isNotOffered('Delete the project', 'Save');
    await visitor.page.goto('/projects');
    await visitor.link(/Demo/).waitFor();
    await visitor.isNotOffered('New project');
  });
}

test('an admin creates a project, renames it, and deletes it by repeating its name', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await page.goto('/projects');
  await admin.button('New project').click();
  await admin.dialog.getByLabel('Name').fill('Night boat');
  await admin.answer('New project');
  await page.getByRole('heading', { name: 'Night boat', level: 1 }).waitFor();
  await admin.link('Settings').click();
  await page.getByLabel('Name').fill('Night ferry');
  await page.getByLabel('Publishing').selectOption('auto_publish');
  await admin.button('Save').click();
  await admin.sees('Saved.');
  await page.reload();
  await page.getByRole('link', { name: 'Night ferry' }).waitFor();
  assert.equal(await page.getByLabel('Publishing').inputValue(), 'auto_publish');
  await admin.button('Delete the project').click();
  const last = admin.dialog.getByRole('button', { name: 'Delete the project' });
  assert.ok(await last.isDisabled());
  await admin.fill('Repeat the name of the project', 'Night ferry');
  // Requests that are refused once the project is gone do not affect those that the list of projects waits for.
  let isRefused = false;
  page.on('response', (response) => (isRefused ||= response.status() === 404));
  await page.route('**/users/me/', async (route) => {
    await until('something is refused', () => Promise.resolve(isRefused));
    await sleep(500);
    await route.continue();
  });
  await last.click();
  await admin.sees('The project is being deleted.');
  await admin.counts(admin.link(/Night ferry/), 0);
});

test('nothing is offered to be published where each version is published by itself', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Published by itself');
  const say = demo.as(ADMIN, project);
  await say('/', { artifact_publish_mode: 'manual_publish' }, 'PATCH');
  const { body } = await say('/artifacts/', { title: 'Rules', technical_type: 'markdown' });
  const path = `/artifacts/${String(body['slug'])}`;
  await say(`${path}/versions/`, { payload: '# Rules\n', change_summary: 'First' });
  await say('/', { artifact_publish_mode: 'auto_publish' }, 'PATCH');
  const admin = await open(ADMIN);
  await admin.open(`${path}?tab=history`, project);
  await admin.counts(admin.button('Restore'), 2);
  await admin.isNotOffered(/^Publish/);
  await say('/', { artifact_publish_mode: 'manual_publish' }, 'PATCH');
  await admin.open(`${path}?tab=history`, project);
  await admin.button('Publish').waitFor();
  await admin.button('Publish version 2, the newest').waitFor();
});

test('home says that nothing waits only when everything was asked for', async (open) => {
  const viewer = await open(VIEWER);
  const { page } = viewer;
  const isAsked = Promise.withResolvers<void>();
  await page.route('**/notifications/unread-count/', async (route) => {
    await isAsked.promise;
    await route.fulfill({ json: { count: 0 } });
  });
  await page.goto(viewer.project);
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  await waiting.getByText('Loading…').waitFor();
  isAsked.resolve();
  await waiting.getByText('Nothing waits for you.').waitFor();
});

test('a project that is not one of theirs is one page, and one that they join is none', async (open) => {
  const path = await demo.otherProject(ADMIN, 'Behind the lighthouse');
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await viewer.open('');
  for (const unknown of [path, '/projects/00000000-0000-4000-8000-000000000000']) {
    const refused = page.waitForResponse(`**/api/v1${unknown}/`);
    await page.evaluate(`history.pushState(null, '', '${unknown}/documents')`);
    await refused;
    await page.getByRole('heading', { name: 'There is no such project for you' }).waitFor();
    assert.equal(await viewer.link('Documents').count(), 0);
    await until('the title says so', async () => /^There is no such project/.test(await page.title()));
  }
  await viewer.link('To your projects').click();
  await viewer.link(/Demo/).waitFor();
  const admin = demo.as(ADMIN, path);
  const { body } = await admin('/users/', { email: VIEWER, permissions: ['CAN_VIEW_DATA'] });
  await page.evaluate(`history.pushState(null, '', '${path}/documents')`);
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
  await viewer.link('Behind the lighthouse').waitFor();
  await admin(`/users/${String(body['id'])}/`, undefined, 'DELETE');
  await page.getByRole('heading', { name: 'There is no such project for you' }).waitFor();
  assert.equal(await viewer.link('Documents').count(), 0);
});

test('who is removed from a project sees no more of it once a page is refused', async (open) => {
  const path = await demo.otherProject(ADMIN, 'Behind the breakwater');
  const admin = demo.as(ADMIN, path);
  const { body } = await admin('/users/', { email: VIEWER, permissions: ['CAN_VIEW_DATA'] });
  const viewer = await open(VIEWER);
  // Without the stream, nothing tells the page about it earlier.
  await viewer.page.route('**/notifications/stream/', (route) => route.abort());
  await viewer.open('/documents', path);
  await admin(`/users/${String(body['id'])}/`, undefined, 'DELETE');
  await viewer.link('Artifacts').click();
  await viewer.page.getByRole('heading', { name: 'There is no such project for you' }).waitFor();
});

test('an address that leads nowhere says so, with a title', async (open) => {
  const { page, project } = await open(ADMIN);
  for (const address of ['/nowhere', `${project}/nowhere`]) {
    await page.goto(address);
    await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
    assert.match(await page.title(), /^There is nothing here · /);
  }
});

test('home shows at once what one has just done', async (open) => {
  const title = 'Pilot of the wheatears';
  const admin = await open(ADMIN);
  await admin.open('');
  await admin.page.getByRole('heading', { name: 'What changed' }).waitFor();
  await admin.link('Artifacts').click();
  await admin.button('New artifact').click();
  await admin.dialog.getByLabel('Title').fill(title);
  await admin.answer('New artifact');
  await admin.page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await admin.link('Home').click();
  await admin.page.getByRole('region', { name: 'What changed' }).getByText(title).first().waitFor();
});

test('what is wrong in an address is dropped, and a number may be searched for', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/search?q=2026&mode=guess');
  assert.equal(await page.getByRole('searchbox').inputValue(), '2026');
  await admin.open('/signals?q=42&status=lost&sentiment=7');
  assert.equal(await page.getByLabel('Find in signals').inputValue(), '42');
  await page
    .getByRole('button', { name: /^To review/ })
    .and(page.locator('[aria-current=page]'))
    .waitFor();
  await admin.open('/documents?labels=Legal');
  await admin.open('/artifacts/brief?tab=nothing&version=x');
  await page.locator('.tabs [aria-current=page]', { hasText: 'Read' }).waitFor();
  for (const tab of ['read', 'compare']) {
    await admin.open(`/artifacts/brief?tab=${tab}&version=99`);
    await page.waitForURL((url) => !url.searchParams.has('version'));
    await page.locator('.tabs [aria-current=page]', { hasText: new RegExp(tab, 'i') }).waitFor();
  }
  const document = await demo.upload(ADMIN, 'one-page.md', 'There is one page alone.');
  await admin.open(`/documents/${document}?page=99`);
  await admin.sees('There is one page alone.');
});

test('how long ago something was moves on while it is shown, and says when exactly', async (open) => {
  const path = await artifactWith('Tide gauges', 'Version 2');
  const admin = await open(ADMIN, { timezoneId: 'Europe/Oslo' });
  const { page } = admin;
  await page.clock.install();
  await admin.open(`${path}?tab=history`);
  const moment = page.locator('.timeline time').first();
  await moment.filter({ hasText: 'just now' }).waitFor();
  assert.match(
    String(await moment.getAttribute('title')),
    /^[A-Z][a-z]{2} \d+, \d{4}, \d+:\d{2}\s[AP]M GMT\+[12]$/,
  );
  await page.clock.fastForward('02:00:00');
  await moment.filter({ hasText: '2 hours ago' }).waitFor();
});
