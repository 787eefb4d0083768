import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, demo, test } from '../stage.ts';

const DOCUMENTS = 10_000;
/** What an upload takes. */
const AT_ONCE = 100;
/** Rows that fit on a screen, and those kept beside them. */
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
  // Turns of the wheel may still be under way, and take a page on that the key has brought to its beginning.
  await until('the first one is shown again', async () => {
    await page.keyboard.press('Home');
    return (await page.locator('[aria-posinset="1"]').count()) > 0;
  });
});

/** What each row on the screen says, by its place. */
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
