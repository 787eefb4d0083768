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
  for (let i = 0; i < DOCUMENTS; i += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_one, j) => `page-${String(i + j).padStart(5, '0')}.md`);
    await demo.uploadUnread(ADMIN, project, names);
  }
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
  await admin.link('page-00000.md').waitFor();
  assert.ok(most > 5 && most < MOST_ROWS, `${most} rows`);
  await page.keyboard.press('Home');
  await admin.link('page-09999.md').waitFor();
});
