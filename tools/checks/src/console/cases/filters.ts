import { followingNothing } from './following-nothing.ts';
import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';

test('lists are filtered as they were after another page, and their addresses can be shared', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  for (const [path, label] of [
    ['/artifacts', 'Find artifacts'],
    ['/conversations', 'Find in conversations'],
    ['/interviews', 'Find in interviews'],
    ['/members', 'Find members'],
  ] as const) {
    await admin.open(path);
    await admin.fill(label, 'osprey');
    await admin.link('Activity').click();
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor();
    await page.goBack();
    const box = page.getByLabel(label);
    await box.waitFor();
    assert.equal(await box.inputValue(), 'osprey', path);
    await page.reload();
    assert.equal(await box.inputValue(), 'osprey', path);
  }
});

test('which artifacts, conversations and messages are listed is in the address', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const names = async (parameter: string): Promise<void> => {
    await page.waitForURL((url) => url.search === parameter);
    await page.reload();
    await admin.hasLoaded();
  };
  await admin.open('/artifacts');
  await page.getByLabel('Scope').selectOption('All');
  await names('?scope=all');
  assert.equal(await page.getByLabel('Scope').inputValue(), 'all');
  await admin.fill('Find artifacts', 'killdeer');
  await names('?scope=all&q=killdeer');
  await page.getByLabel('Scope').selectOption('In scope');
  await names('?q=killdeer');
  await admin.open('/conversations');
  await page.getByLabel('With archived ones').check();
  await names('?archived=true');
  assert.ok(await page.getByLabel('With archived ones').isChecked());
  await admin.open('/inbox');
  await page.getByLabel('Unread').check();
  await names('?unread=true');
  await page.getByLabel('Unread').uncheck();
  await names('');
});

test('artifacts are found by the words of their titles, groups and short definitions', async (open) => {
  const path = await artifactWith('Dotterel décor', '# Feathers\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/artifacts');
  await page.getByRole('heading', { name: 'Project Plan' }).waitFor();
  await admin.fill('Find artifacts', 'DECOR dotter');
  await page.getByRole('status').getByText('1 is found.').waitFor({ state: 'attached' });
  assert.deepEqual(await page.locator('.card-link h3').allTextContents(), ['Dotterel décor']);
  await admin.fill('Find artifacts', 'dotterel feathers');
  await admin.sees('No artifact matches.');
  await admin.fill('Find artifacts', 'dotterel');
  await page.getByRole('link', { name: 'Dotterel décor' }).click();
  await page.waitForURL((url) => url.pathname.endsWith(path));
  await page.goBack();
  await page.waitForURL((url) => url.search === '?q=dotterel');
});

test('a tag that no conversation has any more is named where it filters, and can be left out', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/conversations?tag=lapwing');
  await admin.sees('No conversation matches.');
  const tag = page.getByLabel('Tag', { exact: true });
  assert.equal(await tag.inputValue(), 'lapwing');
  await tag.selectOption('All');
  await page.waitForURL((url) => url.search === '');
});

test('a text stays in the box where interviews of oneself are shown instead of all', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/interviews');
  await admin.fill('Find in interviews', 'plover');
  await admin.link('Assigned to me').click();
  await page.waitForURL((url) => url.search === '?tab=mine&q=plover');
  const box = page.getByLabel('Find in interviews');
  await until('the box has the text', async () => (await box.inputValue()) === 'plover');
});

/** Presses Enter, and types on before the page has noticed that its address has changed. */
const ENTER_AND_TYPE_ON = `
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  document.execCommand('insertText', false, ' and turnstones')`;

test('the text of a list is in its address while it is typed, with what is typed on meanwhile', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/documents');
  const box = page.getByLabel('Find by name');
  await box.fill('dunlin');
  await page.waitForURL((url) => url.search === '?q=dunlin');
  await page.reload();
  assert.equal(await box.inputValue(), 'dunlin');
  await box.fill('dunlins');
  await page.evaluate(ENTER_AND_TYPE_ON);
  await page.waitForURL((url) => url.searchParams.get('q') === 'dunlins and turnstones');
  assert.equal(await box.inputValue(), 'dunlins and turnstones');
});

test('how many passages are shown is said, and each way to match is no page of its own', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('');
  await admin.open('/search?q=money');
  await page
    .getByRole('status')
    .getByText(/^\d+ passages? (is|are) shown\.$/)
    .waitFor();
  await page.getByRole('list', { name: 'What was found' }).waitFor();
  await page.getByLabel('Match').selectOption('Words');
  await page.waitForURL(/mode=words/);
  await page.goBack();
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
});

test('how many a filter finds is said, and nothing where there is none', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const isSaid = (sentence: string | RegExp): Promise<void> =>
    page.getByRole('status').getByText(sentence).waitFor({ state: 'attached' });
  await admin.open('/members');
  await admin.fill('Find members', 'viewer@demo.test');
  await isSaid('1 is found.');
  await admin.fill('Find members', 'bittern');
  await isSaid('Nothing is found.');
  await admin.open('/interviews');
  await admin.fill('Find in interviews', 'bittern');
  await isSaid('Nothing is found.');
  await admin.open('/conversations');
  await page.getByLabel('With archived ones').check();
  await isSaid(/found\.$/);
  await page.clock.install();
  await admin.open('/artifacts');
  const scope = page.getByLabel('Scope');
  await scope.selectOption('All');
  const sentence = page.getByText(/^\d+ are found\.$/);
  await sentence.waitFor({ state: 'attached' });
  await page.clock.fastForward('00:10');
  await sentence.waitFor({ state: 'detached' });
  await scope.selectOption('In scope');
  await page.waitForURL(({ search }) => search === '');
  await page.getByRole('heading', { name: 'Project Plan' }).waitFor();
  await page.clock.fastForward('00:02');
  assert.equal(await sentence.count(), 0);
});

test('no text is searched for that is too long to be', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  for (const [path, label, most] of [
    ['/members', 'Find members', 254],
    ['/search', 'What are you looking for?', 1_500],
  ] as const) {
    await admin.open(path);
    await page.getByLabel(label).focus();
    await page.keyboard.insertText('w'.repeat(20_000));
    assert.equal((await page.getByLabel(label).inputValue()).length, most);
  }
});

test('what an input method has not confirmed yet filters no list, but for syllables of Korean', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await followingNothing(page);
  await admin.open('/documents');
  const box = page.getByLabel('Find by name');
  const keyboard = await page.context().newCDPSession(page);
  const compose = (text: string): Promise<unknown> =>
    keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  const texts: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/documents/')) texts.push(searchParams.get('search'));
  });
  await page.clock.install();
  await box.focus();
  for (const text of ['h', 'hu', 'hui']) await compose(text);
  await page.keyboard.press('Enter');
  await page.clock.fastForward('00:02');
  assert.equal(await box.inputValue(), 'hui');
  assert.equal(new URL(page.url()).search, '');
  await keyboard.send('Input.insertText', { text: '鹮' });
  await page.clock.fastForward('00:02');
  await page.waitForURL((url) => url.searchParams.get('q') === '鹮');
  assert.equal(await box.inputValue(), '鹮');
  await until('it is looked for', async () => texts.includes('鹮'));
  assert.deepEqual([...new Set(texts)], ['鹮']);
  await box.fill('');
  for (const text of ['ㅎ', '화', '환']) await compose(text);
  await page.clock.fastForward('00:02');
  await page.waitForURL((url) => url.searchParams.get('q') === '환');
  assert.equal(await box.inputValue(), '환');
  assert.ok(!texts.includes('ㅎ'));
});
