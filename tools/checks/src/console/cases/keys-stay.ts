import { strict as assert } from 'node:assert';
import { ADMIN, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';

test('versions are gone through by the keyboard, and none is taken for another', async (open) => {
  const path = await artifactWith('Sextants', 'The second.');
  await demo.as(ADMIN)(`${path}/versions/`, { payload: 'The third.', change_summary: 'Again' });
  const admin = await open(ADMIN);
  const { page } = admin;
  const shown = page.locator('select#version:focus');
  await admin.open(path);
  await admin.sees('The third.');
  const waiting = Promise.withResolvers<void>();
  await page.route(/sextants\/\?version=2$/, async (route) => {
    await waiting.promise;
    await route.continue();
  });
  await page.getByLabel('Version shown').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('article .spinner').waitFor();
  assert.equal(await page.getByText('The third.').count(), 0);
  assert.equal(await shown.inputValue(), '2');
  await page.keyboard.press('ArrowUp');
  await admin.sees('The third.');
  await page.keyboard.press('ArrowDown');
  waiting.resolve();
  await admin.sees('The second.');
  assert.equal(await shown.inputValue(), '2');
  await admin.open(`${path}?tab=compare`);
  await page.getByLabel('to', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL('**version=2');
  await admin.hasLoaded();
  await page.locator('select:focus').waitFor();
});
