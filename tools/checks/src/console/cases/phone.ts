import { strict as assert } from 'node:assert';
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
