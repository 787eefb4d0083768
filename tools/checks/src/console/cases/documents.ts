import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { PASSWORD } from '../demo.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { endSession } from './sign-in-beside.ts';

async function upload(visitor: Visitor, name: string, text: string): Promise<void> {
  await visitor.open('/documents');
  const chosen = visitor.page.waitForEvent('filechooser');
  await visitor.button('Upload files').click();
  await (await chosen).setFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await visitor.sees('1 file is uploaded, and will be read now.');
  await visitor.link(name).waitFor();
}

for (const who of [ADMIN, CONTRIBUTOR, VIEWER]) {
  test(`${who} uploads a document, finds it, and opens it where it was found`, async (open) => {
    const visitor = await open(who);
    const { page } = visitor;
    const [word] = who.split('@');
    const name = `lost-by-${word}.md`;
    await upload(visitor, name, `# Lost\n\nThe rucksack of the ${word} is kept at the kiosk.\n`);
    await until('it is found', async () => {
      await visitor.open(`/search?q=rucksack+${word}`);
      await page.locator('.hit, .state:not(:has(.spinner))').first().waitFor();
      return (await page.locator('.hit', { hasText: name }).locator('mark').count()) > 0;
    });
    await visitor.link(name).first().click();
    await page.locator('.page-text mark', { hasText: 'rucksack' }).waitFor();
    const download = page.waitForEvent('download');
    await visitor.button('Download').click();
    assert.equal((await download).suggestedFilename(), name);
    if (who !== ADMIN) return visitor.isNotOffered('Rename', 'Delete', 'Add the label');
    await visitor.button('Rename').click();
    await visitor.dialog.getByLabel('Name').fill(' ');
    await visitor.dialog.getByRole('button', { name: 'Save' }).click();
    await visitor.dialog.locator('.field-error').waitFor();
    await visitor.dialog.getByLabel('Name').fill('rucksacks.md');
    await visitor.answer('Save');
    await page.getByRole('heading', { name: 'rucksacks.md' }).waitFor();
    await page.locator('button:focus', { hasText: 'Rename' }).waitFor();
    await visitor.button('Delete').click();
    await visitor.answer('Delete');
    await visitor.sees('The document is deleted.');
    await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor();
    await visitor.hasLoaded();
    await visitor.counts(visitor.link(/^(lost-by-admin|rucksacks)\.md$/), 0);
  });
}

test('of a file that cannot be read, nothing but that is said', async (open) => {
  const admin = await open(ADMIN);
  await admin.open('/documents');
  const chosen = admin.page.waitForEvent('filechooser');
  await admin.button('Upload files').click();
  const buffer = Buffer.from('No PDF at all.');
  await (await chosen).setFiles({ name: 'no.pdf', mimeType: 'application/pdf', buffer });
  await admin.link('no.pdf').click();
  await admin.sees('The file is labelled as PDF, but its content is something else.');
  await admin.counts(admin.page.getByText('has not been read yet'), 0);
});

test('documents are labelled by admins, and found by label by everybody', async (open) => {
  const admin = await open(ADMIN);
  await upload(admin, 'labelled.md', '# Labelled\n');
  await upload(admin, 'plain.md', '# Plain\n');
  await admin.link('labelled.md').click();
  await admin.fill('Key', 'season');
  await admin.fill('Value', 'Midwinter');
  await admin.page.keyboard.press('Enter');
  await admin.link('Documents with the label season: Midwinter').waitFor();
  await admin.page.locator('input[name=key]:focus').waitFor();
  await admin.open('/documents');
  await admin.page.getByLabel('With the label', { exact: true }).selectOption('season: Midwinter');
  await admin.link('plain.md').waitFor();
  await admin.button('Filter').click();
  await admin.link('plain.md').waitFor({ state: 'detached' });
  await admin.link('labelled.md').waitFor();
  await admin.button('No longer filter by Midwinter').click();
  await admin.link('plain.md').waitFor();

  const viewer = await open(VIEWER);
  await viewer.open('/documents');
  assert.equal(await viewer.page.getByLabel('With the label', { exact: true }).count(), 0);
  await viewer.link('Documents with the label season: Midwinter').click();
  await viewer.link('plain.md').waitFor({ state: 'detached' });
  await viewer.link('labelled.md').waitFor();
});

test('who removes a label by the keyboard is at the one that takes its place, and at the content after the last one', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await upload(admin, 'seasons.md', '# Seasons\n');
  await admin.link('seasons.md').click();
  for (const value of ['Spring', 'Summer']) {
    await admin.fill('Key', 'season');
    await admin.fill('Value', value);
    await page.keyboard.press('Enter');
    await admin.link(`Documents with the label season: ${value}`).waitFor();
  }
  await admin.button('Remove the label season: Spring').focus();
  await page.keyboard.press('Enter');
  await admin.button('Remove the label season: Summer').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#content:focus').waitFor();
});

test('a label is shown, also where the answer to an older question comes after it', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await upload(admin, 'asked-before.md', '# Asked before\n');
  const isLabelled = Promise.withResolvers<void>();
  const isAnswered = Promise.withResolvers<void>();
  let [isShown, isAsked] = [false, false];
  await page.route(/\/api\/v1\/.*\/documents\/[0-9a-f-]{36}\/$/, async (route) => {
    const response = await route.fetch();
    if (!isShown) {
      const text = (await response.text()).replace(/"indexing_status":"\w+"/, '"indexing_status":"indexing"');
      return route.fulfill({ response, body: text });
    }
    isAsked = true;
    await isLabelled.promise;
    await route.fulfill({ response });
    isAnswered.resolve();
  });
  await admin.link('asked-before.md').click();
  await admin.fill('Key', 'asked');
  await admin.fill('Value', 'before');
  isShown = true;
  await until('it is asked whether the document is read', () => Promise.resolve(isAsked));
  await admin.button('Add the label').click();
  await admin.link('Documents with the label asked: before').waitFor();
  isLabelled.resolve();
  await isAnswered.promise;
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  assert.equal(await admin.link('Documents with the label asked: before').count(), 1);
});

test('the text of a document is shown once it is read, before it is found by all of its meaning', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await upload(admin, 'read-early.md', '# Read early\n\nThe anchor holds.\n');
  const detail = /\/api\/v1\/.*\/documents\/[0-9a-f-]{36}\/$/;
  await page.route(detail, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(/"indexing_status":"\w+"/, '"indexing_status":"indexing"');
    await route.fulfill({ response, body: text });
  });
  let isSeen = false;
  await page.route('**/text/?page=1', async (route) => {
    const response = await route.fetch();
    const read: unknown = await response.json();
    const unread = { indexing_status: 'indexing', text: null };
    await route.fulfill({ response, json: isSeen ? read : Object.assign({}, read, unread) });
  });
  await admin.link('read-early.md').click();
  await admin.sees('The document has not been read yet.');
  isSeen = true;
  await page.locator('.page-text', { hasText: 'The anchor holds.' }).waitFor();
  await admin.sees('Being read');
  await admin.counts(page.getByText('has not been read yet'), 0);
});

test('documents are filtered by a label without a value, too', async (open) => {
  const admin = await open(ADMIN);
  const id = await demo.upload(ADMIN, 'without-a-value.md', '# Without\n');
  await demo.upload(ADMIN, 'without-a-label.md', '# Without\n');
  await demo.as(ADMIN)(`/documents/${id}/metadata-add/`, { key: 'reviewer', value: '' });
  await admin.open(`/documents/${id}`);
  await admin.link(/^Documents with the label reviewer:/).click();
  await admin.button('No longer filter by (no value)').waitFor();
  await admin.link('without-a-value.md').waitFor();
  await admin.counts(admin.link('without-a-label.md'), 0);
});

test('what was found is marked in an artifact and in an interview', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const isMarked = (): Promise<void> =>
    until(
      'it is marked',
      async () => Number(await page.evaluate('CSS.highlights.get("found")?.size ?? 0')) > 0,
    );
  await admin.open('/search?q=handhelds&mode=words');
  await page.locator('.hit').first().waitFor();
  for (const kind of ['Artifacts', 'Interviews']) {
    await admin.open('/search?q=handhelds&mode=words');
    await page.locator('.hit', { hasText: kind }).first().getByRole('link').click();
    await page.locator('article.card, .transcript').first().waitFor();
    await isMarked();
  }
});

test('the search box follows back and forward', async (open) => {
  const viewer = await open(VIEWER);
  const { page } = viewer;
  const box = page.getByLabel('What are you looking for?');
  await viewer.open('/search');
  for (const word of ['money', 'crew']) {
    await box.fill(word);
    await box.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === word);
  }
  await page.goBack();
  await until('the box has the older words', async () => (await box.inputValue()) === 'money');
  await page.goForward();
  await until('the box has the newer words', async () => (await box.inputValue()) === 'crew');
});

test('who has chosen nothing to look in is asked to', async (open) => {
  const viewer = await open(VIEWER);
  await viewer.open('/search?q=money');
  for (const kind of ['Artifacts', 'Documents', 'Interviews'])
    await viewer.page.getByRole('checkbox', { name: kind }).click();
  await viewer.sees('Choose at least one of artifacts, documents and interviews to look in.');
});

test('who has searched by meaning and found nothing is not told to search by meaning', async (open) => {
  const viewer = await open(VIEWER);
  await viewer.page.route('**/search/', (route) => route.fulfill({ json: [] }));
  for (const [mode, hint] of [
    ['words', 'Nothing was found. Try other words, or by meaning.'],
    ['both', 'Nothing was found. Try other words.'],
    ['meaning', 'Nothing was found. Try other words.'],
  ] as const) {
    await viewer.open(`/search?q=lighthouse&mode=${mode}`);
    await viewer.page.getByText(hint, { exact: true }).waitFor();
  }
});

test('what documents and searches were narrowed to is there again when one comes back', async (open) => {
  const name = 'gangway.md';
  await demo.upload(ADMIN, name, 'The gangway is steep.');
  const admin = await open(ADMIN);
  const { page } = admin;
  const found = page.getByLabel('Find by name');
  await admin.open('/documents');
  await found.fill('gangway');
  await admin.counts(page.locator('.rows-row'), 1);
  await admin.link(name).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.goBack();
  await admin.counts(page.locator('.rows-row'), 1);
  assert.equal(await found.inputValue(), 'gangway');

  await admin.open('/search?q=money');
  const checked = page.getByRole('checkbox', { checked: true });
  await page.getByRole('checkbox', { name: 'Artifacts' }).click();
  await admin.counts(checked, 2);
  await page.getByRole('checkbox', { name: 'Interviews' }).click();
  await admin.counts(checked, 1);
  await page.locator('.hit a').first().click();
  await page.getByLabel('What are you looking for?').waitFor({ state: 'detached' });
  await page.goBack();
  await page.locator('.hit').first().waitFor();
  await admin.counts(checked, 1);
  assert.ok(await page.getByRole('checkbox', { name: 'Documents' }).isChecked());
});

test('what a session that ended leaves undone is said in the words of the console', async (open) => {
  const document = await demo.upload(ADMIN, 'of-the-sanderling.md', 'It runs along the waves.');
  await demo.as(ADMIN)(`/documents/${document}/metadata-add/`, { key: 'bird', value: 'sanderling' });
  const admin = await open(null);
  const { page } = admin;
  await admin.signIn(ADMIN, PASSWORD);
  await admin.open(`/documents/${document}`);
  await endSession(admin);
  const told = page.locator('.toast', { hasText: 'Your session has ended.' });
  await admin.button('Download').click();
  await admin.counts(told, 1);
  await admin.button('Remove the label bird: sanderling').click();
  await admin.counts(told, 2);
});
