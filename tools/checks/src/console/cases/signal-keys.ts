import { strict as assert } from 'node:assert';
import { rows } from '../../smoke/client.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, demo, test } from '../stage.ts';
import { followingNothing } from './following-nothing.ts';
import { submitted } from './submitted.ts';

test('a key that is held closes one signal, and moves on through many', async (open) => {
  await submitted(['The shrike is first.', 'The shrike is second.', 'The shrike is third.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  await followingNothing(page);
  await admin.open('/signals?q=shrike');
  await admin.counts(cards, 3);
  for (let held = 0; held < 5; held += 1) await page.keyboard.down('d');
  await page.keyboard.up('d');
  await admin.counts(cards, 2);
  await admin.sees('Marked as dismissed.');
  for (let held = 0; held < 3; held += 1) await page.keyboard.down('j');
  await page.keyboard.up('j');
  await page.locator('article.signal[data-current="true"]', { hasText: 'first' }).waitFor();
  assert.equal(await cards.count(), 2);
});

test('keys close no signal that was scrolled away, and go on with one that is on the screen', async (open) => {
  await submitted(Array.from({ length: 30 }, (_one, i) => `The whimbrel is number ${i}.`));
  const admin = await open(ADMIN, { viewport: { width: 1280, height: 600 } });
  const { page } = admin;
  await followingNothing(page);
  await admin.open('/signals?q=whimbrel');
  await page.locator('[aria-posinset="1"]').waitFor();
  await page.mouse.move(640, 400);
  await until('the last one is shown', async () => {
    await page.mouse.wheel(0, 2_000);
    // At the end, further turns do nothing: a turn still on its way would scroll away the signal that the key marks.
    const isEnd = await page.evaluate<boolean>(
      'scrollY + innerHeight + 1 >= document.documentElement.scrollHeight',
    );
    return isEnd && (await page.locator('[aria-posinset="30"]').count()) > 0;
  });
  await page.keyboard.press('d');
  const highlighted = page.locator('article.signal[data-current="true"]');
  await admin.counts(highlighted, 1);
  const { y = -1, height = 0 } = (await highlighted.boundingBox()) ?? {};
  assert.ok(y >= 0 && y + height <= 600, `${y} ${height}`);
  const feedback = await highlighted.locator('blockquote').innerText();
  await page.keyboard.press('d');
  await admin.counts(page.getByText(feedback, { exact: true }), 0);
  await admin.sees('Marked as dismissed.');
  const { body } = await demo.as(ADMIN)('/signals/?search=whimbrel&status=dismissed');
  assert.deepEqual(
    rows({ status: 200, body }).map((one) => one['feedback']),
    [feedback],
  );
});

test('keys act on signals that were selected by the mouse, which closing another one leaves selected', async (open) => {
  const words = ['first', 'second', 'third', 'fourth'];
  await submitted(words.map((word) => `The turnstone is ${word}.`));
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  await followingNothing(page);
  await admin.open('/signals?q=turnstone');
  await admin.counts(cards, 4);
  await cards.nth(0).getByRole('checkbox').check();
  await cards.nth(3).getByRole('button', { name: 'Dismiss' }).click();
  await admin.counts(cards, 3);
  await admin.sees('1 selected');
  await cards.nth(1).getByRole('checkbox').check();
  await admin.sees('2 selected');
  await page.keyboard.press('d');
  await admin.counts(cards, 1);
  await cards.getByText('second').waitFor();
});

test('single keys can be turned off, which lasts', async (open) => {
  await submitted(['The sanderling is alone.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const keys = page.getByLabel(/^Keys: J and K move/);
  const card = page.locator('article.signal');
  await admin.open('/signals?q=sanderling');
  await keys.uncheck();
  await page.reload();
  await card.waitFor();
  assert.equal(await keys.isChecked(), false);
  await page.keyboard.press('x');
  await page.keyboard.press('d');
  assert.equal(await page.getByLabel('Select the signal').isChecked(), false);
  await keys.check();
  await page.keyboard.press('x');
  await until('it is selected', () => page.getByLabel('Select the signal').isChecked());
  await page.keyboard.press('d');
  await admin.counts(card, 0);
});

test('keys move the focus to the signal that they mark, and to the one that takes its place', async (open) => {
  await submitted(['The nightjar is third.', 'The nightjar is second.', 'The nightjar is first.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const focused = page.locator('article[aria-current=true]:focus');
  await followingNothing(page);
  await admin.open('/signals?q=nightjar');
  await admin.counts(page.locator('article.signal'), 3);
  await page.keyboard.press('j');
  await focused.filter({ hasText: 'second' }).waitFor();
  await page.keyboard.press('d');
  await focused.filter({ hasText: 'third' }).waitFor();
  await page.keyboard.press('k');
  await focused.filter({ hasText: 'first' }).waitFor();
});

test('keys act on a layout without Latin letters', async (open) => {
  await submitted(['The wryneck is second.', 'The wryneck is first.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  await followingNothing(page);
  await admin.open('/signals?q=wryneck');
  await admin.counts(page.locator('article.signal'), 2);
  const keyboard = await page.context().newCDPSession(page);
  for (const [key, code] of [
    ['о', 'KeyJ'],
    ['в', 'KeyD'],
  ] as const)
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text: key });
  await admin.sees('Marked as dismissed.');
  await admin.counts(page.locator('article.signal'), 1);
  await page.locator('article.signal', { hasText: 'first' }).waitFor();
});
