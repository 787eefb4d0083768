import { strict as assert } from 'node:assert';
import type { Request } from 'playwright-core';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';

const DOCUMENTS = 3_000;
/** How many documents an upload takes. */
const AT_ONCE = 100;
/** The rows that fit on a screen, and those kept around them. */
const MOST_ROWS = 60;

test(`a list of ${DOCUMENTS} documents has only the rows on the screen, to its end`, async (open) => {
  const project = await demo.otherProject(ADMIN, 'Long lists');
  const batches = Array.from({ length: DOCUMENTS / AT_ONCE }, (_one, batch) =>
    Array.from({ length: AT_ONCE }, (_none, i) => `page-${String(batch * AT_ONCE + i).padStart(5, '0')}.md`),
  );
  const upload = async (): Promise<void> => {
    for (let names = batches.pop(); names; names = batches.pop())
      await demo.uploadUnread(ADMIN, project, names);
  };
  await Promise.all([upload(), upload(), upload(), upload()]);
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/documents', project);
  const rows = page.locator('[role=listitem]');
  let most = 0;
  await until(
    'the last one is shown',
    async () => {
      await page.mouse.wheel(0, 50_000);
      most = Math.max(most, await rows.count());
      return (await page.locator(`[aria-posinset="${DOCUMENTS}"]`).count()) > 0;
    },
    120_000,
  );
  assert.ok(most > 5 && most < MOST_ROWS, `${most} rows`);
  // Turns of the wheel may still be under way, and scroll on after the key has brought the page to its beginning.
  await until('the first one is shown again', async () => {
    await page.keyboard.press('Home');
    return (await page.locator('[aria-posinset="1"]').count()) > 0;
  });
});

/** More messages than the first page of the inbox has. */
const MESSAGES = 60;

/** The text of each row on the screen, by its place. */
const SHOWN = `Object.fromEntries(
  [...document.querySelectorAll('.rows-row')].map((row) => [row.ariaPosInSet, row.innerText]))`;

test('a row is listed once, also where something was added while the list was read', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Growing lists');
  const names = Array.from({ length: AT_ONCE }, (_one, i) => `sheet-${i}.md`);
  await demo.uploadUnread(ADMIN, project, ['first.md', 'second.md']);
  await demo.uploadUnread(ADMIN, project, names);
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/documents', project);
  await page.locator('[aria-posinset="1"]').waitFor();
  await demo.uploadUnread(ADMIN, project, ['late.md']);
  const seen = new Map<string, string>();
  await until('the first that was uploaded is shown', async () => {
    const shown = await page.evaluate<Record<string, string>>(SHOWN);
    for (const [place, text] of Object.entries(shown)) seen.set(place, text);
    await page.mouse.wheel(0, 300);
    return [...seen.values()].some((text) => text.includes('first.md'));
  });
  assert.equal(new Set(seen.values()).size, seen.size);
  assert.equal(seen.size, names.length + 2);
});

test('a next page that failed is said, and asked for again by hand alone', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Broken lists');
  for (const side of ['front', 'back']) {
    const names = Array.from({ length: AT_ONCE }, (_one, i) => `${side}-${i}.md`);
    await demo.uploadUnread(ADMIN, project, names);
  }
  const admin = await open(ADMIN);
  const { page } = admin;
  let asked = 0;
  await page.route(/\/documents\/\?.*offset=/, (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ status: 500, json: { error: 'It failed.' } }) : route.continue();
  });
  await admin.open('/documents', project);
  await until('the end of what is loaded is shown', async () => {
    await page.mouse.wheel(0, 5_000);
    return (await page.getByText('It failed.').count()) > 0;
  });
  await admin.assertAccessible('failed');
  assert.equal(asked, 1);
  await admin.button('Try again').click();
  await until('the last one is shown', async () => {
    await page.mouse.wheel(0, 5_000);
    return (await page.locator(`[aria-posinset="${2 * AT_ONCE}"]`).count()) > 0;
  });
  assert.equal(asked, 2);
});

test('a list that is being read again is, also when its end is scrolled to meanwhile', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Lists that are read again');
  await demo.as(ADMIN, project)('/users/', { email: VIEWER, permissions: ['CAN_VIEW_DATA'] });
  for (let i = 0; i < MESSAGES; i += 1)
    await demo.as(VIEWER, project)('/signals/', { feedback: `Gull ${i}` });
  await until('all messages are there', async () => {
    const { body } = await demo.as(ADMIN, project)('/notifications/?limit=1');
    return body['count'] === MESSAGES;
  });
  const admin = await open(ADMIN);
  const { page } = admin;
  const isScrolled = Promise.withResolvers<void>();
  let isChanged = false;
  // Only the change itself makes the page read the list again.
  await page.route('**/notifications/stream/', () => undefined);
  await page.route(/\/notifications\/\?limit=50$/, async (route) => {
    if (isChanged) await isScrolled.promise;
    await route.continue();
  });
  await admin.open('/inbox', project);
  const isReadAgain = page.waitForRequest(() => isChanged);
  await page.route('**/mark-all-as-read/', async (route) => {
    isChanged = true;
    await route.continue();
  });
  await admin.button('Mark all as read').click();
  await isReadAgain;
  await page.locator('.toast').waitFor();
  await until('the last loaded one is shown', async () => {
    await page.mouse.wheel(0, 5_000);
    return (await page.locator('[aria-posinset="50"]').count()) > 0;
  });
  isScrolled.resolve();
  await until('the last one of all is shown', async () => {
    await page.mouse.wheel(0, 5_000);
    return (await page.locator(`[aria-posinset="${MESSAGES}"]`).count()) > 0;
  });
  await until('the first one is shown again', async () => {
    await page.keyboard.press('Home');
    return (await page.locator('[aria-posinset="1"]').count()) > 0;
  });
  await admin.counts(page.locator('.rows-row').getByText('Unread', { exact: true }), 0);
});

test('who scrolls away from what has the focus in a list stays where they have scrolled to', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Lists that are scrolled');
  const names = Array.from({ length: AT_ONCE }, (_one, i) => `map-${i}.md`);
  await demo.uploadUnread(ADMIN, project, names);
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/documents', project);
  await page.locator('[aria-posinset="2"]').getByRole('link').first().focus();
  await until('the last one is shown', async () => {
    await page.mouse.wheel(0, 2_000);
    return (await page.locator(`[aria-posinset="${AT_ONCE}"]`).count()) > 0;
  });
  await page.locator('#content:focus').waitFor();
  await admin.counts(page.locator(`[aria-posinset="${AT_ONCE}"]`), 1);
});

test('all publications of an artifact can be reached, however many they are', async (open) => {
  const path = await artifactWith('Published thrice', '# One');
  const say = demo.as(ADMIN);
  for (const version of [2, 3, 4]) {
    await say(`${path}/versions/${version}/publish/`, {});
    await say(`${path}/versions/`, { payload: `# ${version}`, change_summary: 'Another' });
  }
  const admin = await open(ADMIN);
  const published = admin.page.getByRole('list', { name: 'Published' }).getByRole('listitem');
  await admin.page.route('**/publications/?limit=50', (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
  );
  await admin.open(`${path}?tab=about`);
  await admin.counts(published, 2);
  await admin.button('Show more (2 further)').click();
  await admin.counts(published, 4);
});

test('what a list is no longer needed for is not waited for: another text was typed, or its page was left', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const textOf = (request: Request): string | null => new URL(request.url()).searchParams.get('search');
  const isAbout = (text: string) => (request: Request) => textOf(request) === text;
  await admin.open('/members');
  // The search is never answered.
  await page.route(/\/users\/\?.*search=/, () => undefined);
  const given: string[] = [];
  page.on('requestfailed', (request) => {
    const text = textOf(request);
    if (text !== null) given.push(text);
  });
  const box = page.getByLabel('Find members');
  for (const text of ['wh', 'whimb', 'whimbrel']) {
    const isAsked = page.waitForRequest(isAbout(text));
    await box.fill(text);
    await isAsked;
  }
  await until('the first two are given up', () => Promise.resolve(given.length === 2));
  assert.deepEqual(given, ['wh', 'whimb']);
  await admin.link('Tools').click();
  await until('the last one is given up', () => Promise.resolve(given.includes('whimbrel')));
});

test('all that is loaded of a list is printed', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Lists on paper');
  const names = Array.from({ length: AT_ONCE }, (_one, i) => `leaf-${i}.md`);
  await demo.uploadUnread(ADMIN, project, names);
  const admin = await open(ADMIN);
  const { page } = admin;
  const rows = page.locator('.rows-row');
  await admin.open('/documents', project);
  await page.locator('[aria-posinset="1"]').waitFor();
  const shown = await rows.count();
  assert.ok(shown < AT_ONCE, `${shown} rows`);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  assert.equal(await rows.count(), AT_ONCE);
  const [last, list] = [await rows.last().boundingBox(), await page.locator('.rows-viewport').boundingBox()];
  assert.ok(last && list && Math.abs(last.y + last.height - list.y - list.height) < 2);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await until('only the rows on the screen are left', async () => (await rows.count()) < AT_ONCE);
});

test('who comes back to a document that they have just deleted is told that there is none', async (open) => {
  const id = await demo.upload(ADMIN, 'wreck.md', '# Wreck\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`/documents/${id}`);
  await admin.button('Delete').click();
  await admin.answer('Delete');
  await admin.sees('The document is deleted.');
  await page.goBack();
  await page.getByRole('heading', { name: 'There is no such document' }).waitFor();
});
