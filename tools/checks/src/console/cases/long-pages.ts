import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const ANSWERS = 80;

/** Notes, when something is first formatted, how many of the answers are, and whether the last one is. */
const NOTE_FIRST_FORMATTED = `new MutationObserver((_changes, observer) => {
  const answers = [...document.querySelectorAll('.bubble:not(.mine)')];
  const formatted = answers.filter((one) => one.querySelector('.markdown'));
  if (formatted.length === 0) return;
  observer.disconnect();
  window.firstFormatted = { count: formatted.length, isLast: formatted.at(-1) === answers.at(-1) };
}).observe(document, { childList: true, subtree: true })`;

/** Whether the first element of a selector is drawn, and not left out because it is far from the screen. */
const isDrawn = ({ page }: Visitor, selector: string): Promise<unknown> =>
  page.evaluate(
    `document.querySelector(${JSON.stringify(selector)}).checkVisibility({ contentVisibilityAuto: true })`,
  );

/** Opens a conversation of many answers. */
async function openLong(visitor: Visitor): Promise<void> {
  const { body } = await demo.as(ADMIN)('/playground-conversations/', { name: 'Of the whole season' });
  const entries = Array.from({ length: 2 * ANSWERS }, (_one, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    query_id: Math.ceil((index + 1) / 2),
    role: index % 2 === 0 ? 'user' : 'assistant',
    type: 'message',
    content: index % 2 === 0 ? 'And then?' : `It was **calm** on day ${(index + 1) / 2}.\n\n- A\n- B`,
    timestamp: '2026-11-01T08:00:00.000Z',
    tool_type: null,
    input_parameters: null,
    results: [],
  }));
  const json = { ...body, chat_history: entries };
  await visitor.page.route(`**/playground-conversations/${String(body['id'])}/`, (route) =>
    route.fulfill({ json }),
  );
  await visitor.open(`/conversations/${String(body['id'])}`);
}

test('a long conversation is formatted from its end, where it is opened, and then to its beginning', async (open) => {
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  const { page } = admin;
  await page.addInitScript(NOTE_FIRST_FORMATTED);
  await openLong(admin);
  await admin.counts(page.locator('.bubble .markdown'), ANSWERS);
  const { count, isLast } = await page.evaluate<{ count: number; isLast: boolean }>('window.firstFormatted');
  assert.ok(isLast && count < ANSWERS / 4, `${count} were formatted at once`);
  await until('the end is in sight', async () => {
    const last = await page.locator('.bubble').last().boundingBox();
    return last !== null && last.y > 0 && last.y + last.height < 780;
  });
  await page.locator('ol.chat[aria-live=polite]').waitFor();
  assert.equal(await isDrawn(admin, '.bubble > *'), false);
  assert.equal(await page.evaluate("find('calm on day 1.')"), true);
  await until('what was found is drawn', async () => (await isDrawn(admin, '.bubble > *')) === true);
  await page.emulateMedia({ media: 'print' });
  for (const at of ['first-child', 'last-child'])
    assert.equal(await isDrawn(admin, `.bubble:${at} > *`), true);
});

test('of many artifacts, those that are far from the screen are not drawn until they are reached', async (open) => {
  const project = await demo.otherProject(ADMIN, 'Many buoys');
  const say = demo.as(ADMIN, project);
  const names = Array.from({ length: 60 }, (_one, index) => `Buoy ${String(index).padStart(2, '0')}`);
  for (const title of names) await say('/artifacts/', { title, technical_type: 'markdown', group: 'Buoys' });
  const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
  const { page } = admin;
  await admin.open('/artifacts', project);
  const last = 'section:has(a[href$="/buoy-59"]) li:last-child > a';
  await admin.link(/^Buoy 59/).waitFor({ state: 'attached' });
  assert.equal(await isDrawn(admin, last), false);
  await admin.link(/^Buoy 59/).focus();
  await until('what has the focus is drawn', async () => (await isDrawn(admin, last)) === true);
  await admin.fill('Find artifacts', 'buoy 30');
  await admin.counts(page.locator('.card-link'), 1);
  await admin.fill('Find artifacts', '');
  await page.evaluate('scrollTo(0, 0)');
  await until('the end is out of sight', async () => (await isDrawn(admin, last)) === false);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await isDrawn(admin, last), true);
});
