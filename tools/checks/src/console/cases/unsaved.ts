import { strict as assert } from 'node:assert';
import { ADMIN, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { artifactWith } from './artifact-with.ts';

const isAskedBeforeUnload = ({ page }: Visitor): Promise<unknown> =>
  page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");

test('neither a link nor Back loses what is typed about an artifact unasked', async (open) => {
  const path = await artifactWith('Mooring rings', '# Mooring rings');
  const admin = await open(ADMIN);
  const { page, project, dialog } = admin;
  const group = page.getByLabel('Group');
  await admin.open('/documents');
  await admin.link('Artifacts').click();
  await admin.link(/^Mooring rings/).click();
  await admin.link('About').click();
  await group.fill('Quay');
  assert.equal(await isAskedBeforeUnload(admin), true);
  await admin.link('Tools').click();
  await dialog.getByText('not saved').waitFor();
  await admin.answer('Stay');
  assert.equal(await group.inputValue(), 'Quay');
  // The tabs of the artifact are not left.
  await page.goBack();
  await page.locator('article').waitFor();
  assert.equal(await dialog.count(), 0);
  await page.goBack();
  await dialog.waitFor();
  assert.ok(page.url().includes(project + path));
  await page.goBack();
  await admin.answer('Leave without saving');
  await page.getByRole('heading', { name: 'Artifacts', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
});

test('what is typed about an artifact is not asked about once it is saved, or as it was', async (open) => {
  const path = await artifactWith('Mooring posts', '# Mooring posts');
  const admin = await open(ADMIN);
  const { page } = admin;
  const group = page.getByLabel('Group');
  await admin.open(`${path}?tab=about`);
  const before = await group.inputValue();
  await group.fill('Pier');
  await group.fill(before);
  assert.equal(await isAskedBeforeUnload(admin), false);
  await group.fill('Quay');
  await admin.button('Save').click();
  await admin.isTold('Saved.');
  await admin.link('Tools').click();
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  await admin.open(`${path}?tab=about`);
  await group.fill('Elsewhere');
  await admin.button('Delete').click();
  await admin.answer('Delete');
  await page.getByRole('heading', { name: 'Artifacts', level: 1 }).waitFor();
});

test('what is typed into the settings is asked about before it is lost, also by signing out', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Of the cormorants');
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  await admin.open('/settings', project);
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Of the shags');
  await admin.link('Tools').click();
  await admin.answer('Stay');
  await admin.button('Sign out').click();
  await admin.answer('Stay');
  assert.equal(await name.inputValue(), 'Of the shags');
  await name.fill('Of the cormorants');
  await page.getByLabel('Current password').fill('half');
  await admin.link('Tools').click();
  await dialog.waitFor();
  await admin.answer('Leave without saving');
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  assert.equal(await isAskedBeforeUnload(admin), false);
});

test('the settings follow what another admin has changed, except for what is typed', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Of the skuas');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/settings', project);
  const name = page.getByLabel('Name', { exact: true });
  const mode = page.getByLabel('Publishing');
  await demo.as(ADMIN, project)('/', { name: 'Of the terns' }, 'PATCH');
  await mode.selectOption('manual_publish');
  await admin.button('Save').click();
  await admin.isTold('Saved.');
  assert.equal(await name.inputValue(), 'Of the terns');
  assert.equal(await mode.inputValue(), 'manual_publish');
  assert.equal(await isAskedBeforeUnload(admin), false);
});

test('much that is typed for a tool is asked about before it is lost, and not once the tool has run with it', async (open) => {
  const make = { name: 'Search of the petrels', tool_type: 'retrieval', retrieval_mode: 'semantic-chunks' };
  const { body } = await demo.as(ADMIN)('/tools/', make);
  const path = `/tools/${String(body['id'])}`;
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  const query = page.getByLabel(/^query/);
  const much = 'How are petrels counted in winter? '.repeat(4);
  await admin.open(path);
  await query.fill('petrels');
  assert.equal(await isAskedBeforeUnload(admin), false);
  await query.fill(much);
  assert.equal(await isAskedBeforeUnload(admin), true);
  await admin.link('Documents').click();
  await admin.answer('Stay');
  assert.equal(await query.inputValue(), much);
  await page.route('**/run/', (route) => route.fulfill({ status: 400, json: { error: 'Not now.' } }), {
    times: 1,
  });
  await admin.button('Run').click();
  await admin.sees('Not now.');
  assert.equal(await isAskedBeforeUnload(admin), true);
  await admin.button('Run').click();
  await page.getByRole('heading', { name: 'Result' }).waitFor();
  assert.equal(await isAskedBeforeUnload(admin), false);
  await query.fill(`${much} And in summer?`);
  await admin.link('Documents').click();
  await dialog.getByText('not saved').waitFor();
  await admin.answer('Stay');
  await admin.button('Delete').click();
  await admin.answer('Delete');
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  assert.equal(await dialog.count(), 0);
});
