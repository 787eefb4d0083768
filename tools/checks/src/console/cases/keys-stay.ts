import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
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

test('who has turned to the last page by the keyboard is still at the button', async (open) => {
  const id = await demo.upload(ADMIN, 'pages.md', '# Pages\n\nOf a logbook.\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  await page.route(`**/documents/${id}/`, async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as object;
    await route.fulfill({ response, json: { ...json, page_count: 2 } });
  });
  // Until the whole document has been read, a page without text has no buttons.
  await until('it is read', async () => {
    const { body } = await demo.as(ADMIN)(`/documents/${id}/`);
    return body['indexing_status'] === 'active';
  });
  await admin.open(`/documents/${id}`);
  await admin.button('Next page').focus();
  await page.keyboard.press('Enter');
  await admin.sees('Page 2 / 2');
  await page.locator('button[aria-disabled=true]:focus', { hasText: 'Next page' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.locator('button:focus', { hasText: 'Previous page' }).waitFor();
  await page.keyboard.press('Enter');
  await admin.sees('Page 1 / 2');
});

test('labels are gone through by the keyboard, and filter when that is said', async (open) => {
  const id = await demo.upload(ADMIN, 'tides.md', '# Tides\n');
  for (const value of ['ebb', 'flood'])
    await demo.as(ADMIN)(`/documents/${id}/metadata-add/`, { key: 'tide', value });
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/documents');
  const label = page.getByLabel('With the label', { exact: true });
  await label.focus();
  for (let presses = 0; presses < 30; presses += 1) {
    if ((await label.inputValue()) === 'tide: flood') break;
    await page.keyboard.press('ArrowDown');
  }
  await until('the last of them is chosen', async () => (await label.inputValue()) === 'tide: flood');
  assert.doesNotMatch(page.url(), /labels/);
  await page.keyboard.press('Tab');
  await page.locator('button:focus', { hasText: 'Filter' }).waitFor();
  await page.keyboard.press('Enter');
  await admin.button('No longer filter by flood').waitFor();
  await page.locator('button:focus', { hasText: 'Filter' }).waitFor();
});
