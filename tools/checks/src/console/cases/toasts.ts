import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';

/** How long a message is shown. Milliseconds. */
const SHOWN_MS = 6_000;
/** How long a message with something to undo is shown. Milliseconds. */
const OFFERED_MS = 120_000;
/** The time of a few frames. Milliseconds. */
const FRAMES_MS = 100;
const PHONE = { width: 380, height: 780 };

/** Asserts that neither of two covers a part of the other. */
async function isBeside(one: Locator, other: Locator): Promise<void> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  assert.ok(a && b);
  const isApart = (at: 'x' | 'y', size: 'width' | 'height'): boolean =>
    a[at] + a[size] <= b[at] || b[at] + b[size] <= a[at];
  assert.ok(isApart('x', 'width') || isApart('y', 'height'), JSON.stringify([a, b]));
}

for (const [device, viewport] of Object.entries({
  'a desk': { width: 1280, height: 860 },
  'a phone': PHONE,
})) {
  test(`what is told leaves free what is pressed next, on ${device}`, async (open) => {
    const say = demo.as(ADMIN);
    const { body } = await say('/playground-conversations/', { name: `On ${device}` });
    await say(`/playground-conversations/${String(body['id'])}/messages/`, {
      content: 'How soon do passengers get their money back?',
    });
    const admin = await open(ADMIN, { viewport });
    const { clock } = admin.page;
    await clock.install();
    await admin.open(`/conversations/${String(body['id'])}`);
    await admin.fill('Your question', 'And when?');
    const told = admin.page.locator('.toast', { hasText: 'All members of the project can open' });
    const save = admin.dialog.getByRole('button', { name: 'Save' });
    // From here on, time passes only while the case waits: a slow machine may need longer than a message is shown.
    await clock.pauseAt(Date.now() + 60_000);
    const shows = (what: Locator): Promise<void> =>
      until(`${String(what)} is shown`, async () => {
        await clock.runFor(FRAMES_MS);
        return what.isVisible();
      });
    await admin.button('Share with all members').click();
    await shows(told);
    await isBeside(told, admin.button('Ask'));
    await admin.button('Rename').click();
    await shows(save);
    await isBeside(told, save);
  });
}

test('what is told stays while it is pointed at, and all of the page can be reached above it', async (open) => {
  for (const what of ['late', 'early', 'away', 'asleep', 'awake', 'lost'])
    await demo.as(VIEWER)('/signals/', { feedback: `The puffin is ${what}.` });
  const admin = await open(ADMIN, { viewport: PHONE });
  const { page } = admin;
  const cards = page.locator('article.signal');
  const told = page.locator('.toasts');
  // Only dismissing makes the page read the list again.
  await page.route('**/notifications/stream/', () => undefined);
  await page.clock.install();
  await admin.open('/signals');
  await admin.fill('Find in signals', 'puffin');
  await admin.counts(cards, 6);
  await cards.first().getByRole('button', { name: 'Dismiss' }).click();
  await told.locator('.toast').hover();
  for (const left of [4, 3]) {
    await admin.counts(cards, left + 1);
    await page.keyboard.press('d');
  }
  await admin.counts(cards, 3);
  await admin.counts(told.locator('.toast'), 3);
  await page.clock.fastForward(OFFERED_MS + 1_000);
  await admin.counts(told.locator('.toast'), 3);
  await page.evaluate('scrollTo(0, 0)');
  for (const button of await cards.getByRole('button').all()) {
    await button.focus();
    await isBeside(told, button);
  }
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
  await isBeside(told, cards.last());
  await page.mouse.move(0, 0);
  await page.clock.runFor(SHOWN_MS + 1_000);
  await admin.counts(told.locator('.toast'), 0);
});
