import { strict as assert } from 'node:assert';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const QUESTION = 'How soon do passengers get their money back?';

/** How many documents a choice offers at a time. */
const LISTED = 200;

/** Opens the page of a tool of the demo's project, or of another. */
async function openTool(visitor: Visitor, name: string | RegExp, project = visitor.project): Promise<void> {
  await visitor.open('/tools', project);
  await visitor.link(name).click();
  await visitor.button('Run').waitFor();
}

for (const who of [ADMIN, CONTRIBUTOR, VIEWER]) {
  test(`${who} runs tools by forms that are made from their parameters`, async (open) => {
    const visitor = await open(who);
    const { page } = visitor;
    await openTool(visitor, /calculator/i);
    await visitor.fill(/^expression/, '2 +');
    await visitor.button('Run').click();
    await page.locator('.field-error, .form-error, [role=alert]').first().waitFor();
    await visitor.fill(/^expression/, '90 minutes to hours');
    await visitor.button('Run').click();
    await visitor.sees('1.5 hours');
    await openTool(visitor, 'Semantic search');
    await visitor.fill(/^query/, QUESTION);
    await visitor.fill('top_k', '3');
    await visitor.button('Run').click();
    await visitor.sees('3 results');
    if (who === ADMIN) {
      const runs = visitor.page.getByRole('list', { name: 'Runs' });
      await runs.getByText(ADMIN).first().waitFor();
      await runs.getByText(`query: ${QUESTION} · top_k: 3`).first().waitFor();
      const deleted = await demo.upload(ADMIN, 'lost-property.md', 'Umbrellas are kept for a month.');
      await openTool(visitor, 'Document reader');
      const document = page.getByLabel('Document (needed)');
      await document.selectOption({ label: 'passenger-terms.html' });
      await visitor.button('Run').click();
      await visitor.sees('kept for three months at the kiosk');
      await document.selectOption({ label: 'lost-property.md' });
      await demo.as(ADMIN)(`/documents/${deleted}/`, undefined, 'DELETE');
      await visitor.button('Run').click();
      await visitor.sees('There is no such thing here, or it is deleted.');
      await runs.getByText(`${deleted}`).waitFor();
      await runs.getByRole('link', { name: 'passenger-terms.html' }).click();
      await page.getByRole('heading', { name: 'passenger-terms.html', level: 1 }).waitFor();
    } else {
      assert.equal(await page.getByRole('heading', { name: 'Runs' }).count(), 0);
      await visitor.isNotOffered('Change', 'Delete');
      await visitor.open('/tools');
      await visitor.isNotOffered('New tool', 'Import a tool');
    }
  });
}

test('what was typed and found out by one tool is not shown under another', async (open) => {
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await openTool(viewer, 'Semantic search');
  await viewer.link('Tools').click();
  await viewer.link(/calculator/i).click();
  await viewer.fill(/^expression/, '6 * 7');
  await viewer.button('Run').click();
  await viewer.sees('42');
  await page.evaluate('history.go(-2)');
  await page.getByRole('heading', { name: 'Semantic search', level: 1 }).waitFor();
  await viewer.page.getByLabel(/^query/).waitFor();
  assert.equal(await page.getByText('42', { exact: true }).count(), 0);
});

test('what a tool finds out is shown with its parts', async (open) => {
  await demo.upload(ADMIN, 'fares.csv', 'zone,fare\nInner,2\nInner,4\nOuter,9\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await openTool(admin, 'Statistics');
  await page.getByLabel('Document (needed)').selectOption({ label: 'fares.csv' });
  await admin.button('Run').click();
  await admin.sees('2 results');
  const found = page.getByRole('listitem');
  await found.filter({ hasText: 'column: zone' }).getByRole('row', { name: 'Inner 2' }).waitFor();
  await found.filter({ hasText: 'column: fare' }).getByText('0.5: 4').waitFor();
  await admin.assertAccessible();
});

test('of many documents, a tool reads one that is found by its name', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Many documents');
  await demo.uploadUnread(ADMIN, project, ['timetable.md']);
  for (let from = 0; from < LISTED; from += 100) {
    const names = Array.from({ length: 100 }, (_one, i) => `sheet-${from + i}.md`);
    await demo.uploadUnread(ADMIN, project, names);
  }
  const admin = await open(ADMIN);
  const { page } = admin;
  await openTool(admin, 'Document reader', project);
  const document = page.getByLabel('Document (needed)');
  await admin.sees(`The newest ${LISTED} are listed.`);
  assert.equal(await document.getByRole('option', { name: 'timetable.md' }).count(), 0);
  await admin.fill('Find a document by its name', 'TABLE');
  await document.selectOption({ label: 'timetable.md' });
  const chosen = await document.inputValue();
  await admin.fill('Find a document by its name', 'sheet-7');
  await admin.counts(document.getByRole('option', { name: /^sheet-7/ }), 11);
  const sent = page.waitForRequest((request) => request.url().endsWith('/run/'));
  await admin.button('Run').click();
  assert.ok((await sent).postData()?.includes(chosen), chosen);
  await page.getByRole('list', { name: 'Runs' }).getByRole('link', { name: 'timetable.md' }).waitFor();
});

test('what gets the focus is below the bar of a phone', async (open) => {
  const admin = await open(ADMIN, { viewport: { width: 380, height: 480 } });
  const { page } = admin;
  await openTool(admin, 'Statistics');
  const columns = page.getByLabel(/^columns/);
  await page.getByLabel(/^group_by/).focus();
  // The whole element is in the window, but behind the bar.
  const { y = 0 } = (await columns.boundingBox()) ?? {};
  await page.evaluate(`scrollBy(0, ${y - 10})`);
  await page.keyboard.press('Shift+Tab');
  await page.locator('textarea:focus').waitFor();
  const [field, bar] = await Promise.all([columns.boundingBox(), page.locator('.top').boundingBox()]);
  assert.ok(field && bar && field.y >= bar.y + bar.height, JSON.stringify([field, bar]));
});

test('what is done with a page is on one line, on a phone, too', async (open) => {
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  await openTool(admin, 'Document reader');
  const [change, remove] = await Promise.all([
    admin.button('Change').boundingBox(),
    admin.button('Delete').boundingBox(),
  ]);
  assert.ok(change && change.y === remove?.y, JSON.stringify([change, remove]));
});

test('an admin makes a tool, changes it, deletes it, and imports one of another project', async (open) => {
  const other = await demo.otherProject(ADMIN, 'The other quay');
  const make = { name: 'Ferry search', tool_type: 'retrieval', retrieval_mode: 'semantic-chunks' };
  await demo.as(ADMIN, other)('/tools/', make);
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/tools');
  await admin.button('New tool').click();
  await page.getByLabel('How it searches').selectOption('templated-query');
  await admin.dialog.getByLabel('Name').fill('By team');
  await admin.fill('Labels that a document has to have, one a line', 'team: {team}');
  await admin.answer('Save');
  await page.getByRole('heading', { name: 'By team', level: 1 }).waitFor();
  await page.getByLabel(/^team/).waitFor();
  await admin.button('Change').click();
  await admin.fill('What it is good for', 'Documents of a team');
  await admin.answer('Save');
  await admin.sees('Documents of a team');
  await admin.button('Delete').click();
  await admin.answer('Delete');
  await admin.sees('The tool is deleted.');

  await admin.button('Import a tool').click();
  await admin.dialog.getByLabel('From the project').selectOption({ label: 'The other quay' });
  await admin.dialog.getByLabel('Tool', { exact: true }).selectOption({ label: 'Ferry search' });
  await admin.answer('Import a tool');
  await admin.sees('“Ferry search” is imported.');
  await admin.sees('imported from The other quay');
  await admin.link('Ferry search').click();
  await admin.button('Run').waitFor();
  await admin.isNotOffered('Change', 'Delete');
});

test('what another admin changes of a tool meanwhile stays', async (open) => {
  const say = demo.as(ADMIN);
  const make = { name: 'Tide search', tool_type: 'retrieval', retrieval_mode: 'semantic-chunks' };
  const { body } = await say('/tools/', make);
  const path = `/tools/${String(body['id'])}`;
  const admin = await open(ADMIN);
  await admin.open(path);
  await admin.button('Change').click();
  const configuration = { kinds: ['document'], metadata_values: [], auto_include_tags: false };
  await say(`${path}/`, { description: 'Of the others', configuration }, 'PATCH');
  await admin.dialog.getByLabel('Name').fill('Tides');
  await admin.answer('Save');
  await admin.page.getByRole('heading', { name: 'Tides', level: 1 }).waitFor();
  const { name, description, configuration: kept } = (await say(`${path}/`)).body;
  assert.deepEqual(
    { name, description, kept },
    { name: 'Tides', description: 'Of the others', kept: configuration },
  );
});
