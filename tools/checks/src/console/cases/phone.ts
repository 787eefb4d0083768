import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';

test('the menu of a phone is closed by Escape, and by a tap beside it', async (open) => {
  const viewer = await open(VIEWER, { viewport: { width: 380, height: 780 } });
  await viewer.open('');
  await viewer.button(/Menu/).click();
  await viewer.link('Documents').waitFor();
  await viewer.page.locator('[inert] #content').waitFor();
  await viewer.link('Documents').focus();
  await viewer.page.keyboard.press('Escape');
  await viewer.link('Documents').waitFor({ state: 'hidden' });
  await viewer.page.locator('button:focus', { hasText: 'Menu' }).waitFor();
  await viewer.button(/Menu/).click();
  await viewer.link('Documents').waitFor();
  await viewer.page.mouse.click(350, 500);
  await viewer.link('Documents').waitFor({ state: 'hidden' });
});

test('on a phone, the current tab is in sight', async (open) => {
  const width = 360;
  const admin = await open(ADMIN, { viewport: { width, height: 740 } });
  await admin.open('/artifacts/brief?tab=about');
  const { x, width: own } =
    (await admin.page.locator('.tabs [aria-current=page]').boundingBox()) ?? assert.fail();
  assert.ok(x >= 0 && x + own <= width, `it is from ${x} to ${x + own}`);
});

test('the bar of a phone is one line, whatever the project is called', async (open) => {
  for (const name of ['Ferries '.repeat(18), 'F'.repeat(150)]) {
    const project = await demo.otherProject(ADMIN, name);
    const admin = await open(ADMIN, { viewport: { width: 380, height: 780 } });
    await admin.open('/documents', project);
    const bar = await admin.page.locator('.top').boundingBox();
    assert.ok(bar && bar.height <= 64, JSON.stringify(bar));
  }
});

test('what is far from the screen in a long transcript does not stay as narrow as the window once was', async (open) => {
  const say = demo.as(ADMIN);
  const lines = Array.from({ length: 60 }, (_one, n) => `Ea: What of petrel ${n}?\nBo: It is counted.\n`);
  await say('/interviews/import/', { name: 'Counting petrels', transcript: lines.join(''), format: 'text' });
  const listed = '/interviews/?text=Counting%20petrels';
  await until('it is read', async () => {
    const { status } = (await say(`/interviews/${await demo.firstOf(ADMIN, listed)}/`)).body;
    return status === 'completed';
  });
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`/interviews/${await demo.firstOf(ADMIN, listed)}`);
  const narrowest = (): Promise<number> =>
    page.evaluate(
      "Math.min(...[...document.querySelectorAll('.bubble')].map((one) => one.getBoundingClientRect().width))",
    );
  await admin.counts(page.locator('.bubble'), 120);
  // What a frame shows is remembered after it.
  const scroll = (y: string): Promise<unknown> =>
    page.evaluate(
      `new Promise((resolve) => {
        scrollTo(0, ${y});
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      })`,
    );
  const frame = page.locator('.interview');
  await frame.evaluate((one: { style: { width: string } }) => (one.style.width = '0'));
  await scroll('0');
  await frame.evaluate((one: { style: { width: string } }) => (one.style.width = ''));
  await scroll('document.documentElement.scrollHeight');
  assert.ok((await narrowest()) > 100, `it is ${await narrowest()}`);
});
