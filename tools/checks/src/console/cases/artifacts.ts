import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { rows } from '../../smoke/client.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';

test('an admin creates an artifact, describes it, and takes it out of scope', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/artifacts');
  await admin.button('New artifact').click();
  await admin.fill('Title', 'Lost property');
  await admin.fill('Group', 'Service');
  await admin.dialog.getByRole('button', { name: 'New artifact' }).click();
  await page.getByRole('heading', { name: 'Lost property', level: 1 }).waitFor();
  await admin.link('About').click();
  await admin.fill('What it is about', 'What happens with what is found.');
  await page.getByLabel('In scope').uncheck();
  await admin.button('Save').click();
  await admin.sees('Saved.');
  await admin.open('/artifacts');
  assert.equal(await admin.link(/^Lost property/).count(), 0);
  await page.getByLabel('Scope').selectOption('out_of_scope');
  await admin.link(/^Lost property/).click();
  await admin.button('Delete').click();
  await admin.answer('Delete');
  await admin.sees('The artifact is deleted.');
});

test('of a predefined artifact an admin changes the scope alone', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/artifacts/library-description?tab=about');
  const isInScope = page.getByLabel('In scope');
  for (const change of ['uncheck', 'check'] as const) {
    await isInScope[change]();
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await admin.button('Save').click();
    assert.equal((await saved).status(), 200);
  }
  await admin.sees('Saved.');
  assert.equal(await page.getByRole('textbox').count(), 0);
});

test('words of a table stay whole on a phone', async (open) => {
  const path = await artifactWith(
    'Phases',
    `| Understanding | From | What |\n|-|-|-|\n| a | b | ${'long '.repeat(60)} |\n`,
  );
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  await admin.open(path);
  const head = await admin.page.getByRole('columnheader', { name: 'From' }).boundingBox();
  assert.ok(head && head.height < 40, JSON.stringify(head));
});

test('an artifact is edited, compared, published, rolled back and restored', async (open) => {
  const path = await artifactWith('Fares', '# Fares\n\nChildren pay half.\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Fares\n\nChildren travel for nothing.\n');
  await page.locator('article.card, .editor .card').getByText('Children travel for nothing.').waitFor();
  await admin.fill('What changed, and why', 'Decided in May');
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 3.');
  await admin.button('Publish version 3, the newest').click();
  await admin.sees('will read version 3.');
  await admin.answer('Publish');
  await admin.sees('Version 3 is published.');
  await admin.open(`${path}?tab=compare`);
  await page.locator('.diff .new', { hasText: 'nothing' }).waitFor();
  await admin.open(`${path}?tab=history`);
  await admin.sees('Decided in May');
  const second = page.locator('.timeline > li').nth(1);
  await second.getByRole('button', { name: 'Publish' }).click();
  await admin.sees('This rolls back');
  await admin.answer('Publish');
  await admin.sees('Version 2 is published.');
  await second.getByRole('button', { name: 'Restore' }).click();
  await admin.answer('Restore');
  await admin.sees('Restored as version 4.');
});

test('the address of a tab for admins shows others what is published', async (open) => {
  const path = await artifactWith('Piers', '# Piers\n\nThere are three piers.\n');
  await demo.as(ADMIN)(`${path}/versions/2/publish/`, {});
  const viewer = await open(VIEWER);
  for (const tab of ['edit', 'history', 'compare']) {
    await viewer.open(`${path}?tab=${tab}`);
    await viewer.sees('There are three piers.');
    assert.equal(await viewer.page.locator('.tabs a[aria-current=page]').innerText(), 'Read');
  }
});

test('playbooks and maps are written as forms, and as JSON where one wants to', async (open) => {
  const say = demo.as(ADMIN);
  const { body } = await say('/artifacts/', { title: 'Drills', technical_type: 'playbook_list' });
  const admin = await open(ADMIN);
  const { page } = admin;
  const field = (name: string): Locator => page.getByRole('textbox', { name, exact: true });
  await admin.open(`/artifacts/${String(body['slug'])}?tab=edit`);
  await field('title').fill('Man overboard');
  await field('steps 1').fill('Throw the ring.');
  await admin.button('Add: steps').click();
  await field('steps 2').fill('Stop the engine.');
  await admin.button('Move up: steps 2').click();
  await admin.button('Add: Playbook').click();
  await page.getByRole('group', { name: 'Playbook 2' }).getByRole('textbox', { name: 'title' }).fill('Fire');
  await admin.button('Remove: when (Playbook 2)').click();
  await page.getByLabel('Preview').getByText('Fire').waitFor();
  await admin.button('As JSON').click();
  assert.deepEqual(JSON.parse(await page.getByLabel('Content').inputValue()), [
    { title: 'Man overboard', when: '', steps: ['Stop the engine.', 'Throw the ring.'] },
    { title: 'Fire', steps: [] },
  ]);
  await admin.fill('Content', '[');
  await admin.sees('This is not valid JSON yet.');
  await admin.fill('Content', '[{"title": "Fire"}]');
  await admin.button('As a form').click();
  await field('title').fill('Fire on board');
  await admin.fill('What changed, and why', 'First drills');
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 2.');
  await admin.sees('Fire on board');
});

test('who was second to save sees both contents, and loses nothing', async (open) => {
  const path = await artifactWith('Berths', '# Berths\n');
  const mine = await open(ADMIN);
  await mine.open(`${path}?tab=edit`);
  await mine.fill('Content', '# Berths\n\nMine.\n');
  await demo.as(ADMIN)(`${path}/versions/`, { payload: '# Berths\n\nTheirs.\n', change_summary: 'First' });
  const save = mine.button('Save as a new version');
  if (await save.isVisible()) await save.click();
  await mine.sees('Somebody has saved a version meanwhile');
  await mine.page.locator('.diff .gone', { hasText: 'Theirs.' }).waitFor();
  await mine.page.locator('.diff .new', { hasText: 'Mine.' }).waitFor();
  await mine.button('Save mine as the newest').click();
  await mine.sees('Saved as version 4.');
});

test('saving what was deleted meanwhile says so, and keeps what was written', async (open) => {
  const path = await artifactWith('Lifebuoys', '# Lifebuoys\n');
  const admin = await open(ADMIN);
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Written for an hour\n');
  await demo.as(ADMIN)(`${path}/`, undefined, 'DELETE');
  await admin.button('Save as a new version').click();
  await admin.page.getByRole('alert').getByText('This artifact was deleted meanwhile').waitFor();
  assert.equal(await admin.page.getByLabel('Content').inputValue(), '# Written for an hour\n');
});

test('while the service is away, that is said, and what was typed is kept', async (open) => {
  const path = await artifactWith('Tides', '# Tides\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  let isAway = false;
  await page.route('**/api/v1/**', (route) => (isAway ? route.abort() : route.continue()));
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Typed while it was away\n');
  isAway = true;
  await admin.link('Signals').click();
  await admin.sees('The service cannot be reached at the moment.');
  isAway = false;
  await page.locator('.away').waitFor({ state: 'detached' });
  await page.locator('article.signal').first().waitFor();
  await admin.open(`${path}?tab=edit`);
  assert.equal(await page.getByLabel('Content').inputValue(), '# Typed while it was away\n');
});

test('a slow service is waited for, and what is pressed twice is done once', async (open) => {
  const path = await artifactWith('Slipway', '# Slipway\n');
  const admin = await open(ADMIN);
  let sent = 0;
  await admin.page.route('**/versions/', async (route) => {
    if (route.request().method() === 'POST') sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Slipway\n\nClosed.\n');
  await admin.fill('What changed, and why', 'Repairs');
  await admin.button('Save as a new version').dblclick();
  await admin.sees('Saved as version 3.');
  assert.equal(sent, 1);
});

for (const who of [CONTRIBUTOR, VIEWER]) {
  test(`${who} reads what is published, and is offered no change`, async (open) => {
    const path = await artifactWith(`Read by ${who}`, '# Published\n');
    await demo.as(ADMIN)(`${path}/versions/2/publish/`, {});
    await demo.as(ADMIN)(`${path}/versions/`, { payload: '# Not yet\n', change_summary: 'Later' });
    const visitor = await open(who);
    await visitor.open('');
    await visitor.link(`Read by ${who}`).waitFor();
    await visitor.open('/artifacts');
    await visitor.isNotOffered('New artifact');
    await visitor.link(new RegExp(`^Read by ${who}`)).click();
    await visitor.page.locator('article.card', { hasText: 'Published' }).waitFor();
    for (const tab of ['Edit', 'History', 'Compare']) assert.equal(await visitor.link(tab).count(), 0);
    await visitor.isNotOffered(/^Publish/, 'Delete');
    await visitor.open(`${path}?tab=edit`);
    assert.equal(await visitor.page.getByLabel('Content').count(), 0);
  });
}

test('what was typed is discarded after a question', async (open) => {
  const path = await artifactWith('Moorings', '# Moorings\n');
  const admin = await open(ADMIN);
  await admin.open(`${path}?tab=edit`);
  await admin.fill('Content', '# Typed for an hour\n');
  await admin.open(`${path}?tab=edit`);
  const content = admin.page.getByLabel('Content');
  const sent: string[] = [];
  admin.page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await admin.button('Discard the draft').click();
  await admin.answer('Cancel');
  assert.equal(await content.inputValue(), '# Typed for an hour\n');
  await admin.button('Discard the draft').click();
  await admin.dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await admin.dialog.waitFor({ state: 'detached' });
  assert.equal(await content.inputValue(), '# Moorings\n');
  assert.deepEqual(sent, []);
});

test('what is wider than a phone is scrolled where it is, with the keyboard, too', async (open) => {
  const cells = Array.from({ length: 12 }, (_one, i) => `quay-number-${i}`);
  const row = `| ${cells.join(' | ')} |`;
  const table = [row, row.replaceAll(/[^| ]+/g, '---'), row].join('\n');
  const path = await artifactWith(
    'Quays',
    [table, `    ${cells.join(' ')}`, '| a | b |\n| - | - |\n| 1 | 2 |'].join('\n\n'),
  );
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  const { page } = admin;
  await admin.open(path);
  await admin.counts(page.locator('.wide[tabindex]'), 2);
  assert.equal(await page.locator('.wide').count(), 3);
  for (const name of ['Table', 'Code']) await page.getByRole('group', { name }).waitFor();
  await admin.assertAccessible();
  const wide = page.locator('.wide').first();
  await wide.focus();
  await page.keyboard.press('ArrowRight');
  const scrolled = (): Promise<number> =>
    wide.evaluate(({ scrollLeft }: { readonly scrollLeft: number }) => scrollLeft);
  await until('it is scrolled', async () => (await scrolled()) > 0);
});

test('neither a signal nor a message about a deleted artifact leads to the one that has its slug', async (open) => {
  const say = demo.as(ADMIN);
  const create = async (): Promise<Readonly<Record<string, unknown>>> =>
    (await say('/artifacts/', { title: 'Dovekie', technical_type: 'markdown' })).body;
  const { id, slug, title } = await create();
  const path = `/artifacts/${String(slug)}`;
  await say(`${path}/versions/`, { payload: '# Old', change_summary: 'First' });
  await say(`${path}/versions/2/publish/`, {});
  const viewer = await open(VIEWER);
  const message = viewer.page.locator('.rows-row', { hasText: 'Version 2 of "Dovekie" is published.' });
  await until('the message is there', async () =>
    rows(await demo.as(VIEWER)('/notifications/')).some((one) =>
      String(one['message']).includes('"Dovekie" is published.'),
    ),
  );
  await viewer.open('/inbox');
  await message.waitFor();
  await say(`${path}/`, undefined, 'DELETE');
  assert.equal((await create())['slug'], slug);
  const gone = { name: 'There is no such artifact' };
  await message.getByRole('link').click();
  await viewer.page.getByRole('heading', gone).waitFor();
  await viewer.open(path);
  await viewer.page.getByRole('heading', { name: 'Dovekie', level: 1 }).waitFor();

  await demo.as(VIEWER)('/signals/', { feedback: 'The dovekie is out of date.' });
  const admin = await open(ADMIN);
  await admin.page.route('**/signals/?*dovekie*', async (route) => {
    const response = await route.fetch();
    const { results, ...rest } = (await response.json()) as { results: object[] };
    const suggested = {
      suggested_action_type: 'edit_artifact',
      suggested_action_data: { artifact: { id, slug, title } },
    };
    const all = results.map((one) => ({ ...one, ...suggested }));
    await route.fulfill({ response, json: { ...rest, results: all } });
  });
  await admin.open('/signals?q=dovekie');
  await admin.link('Edit the artifact').click();
  await admin.page.getByRole('heading', gone).waitFor();
});
