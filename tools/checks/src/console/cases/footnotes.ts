import { strict as assert } from 'node:assert';
import { ADMIN, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';

test('a footnote and its reference lead to each other, on the same page', async (open) => {
  const lines = 'Puffins fly low over the water.\n\n'.repeat(60);
  const path = await artifactWith('Puffins', `They dive[^deep].\n\n${lines}[^deep]: 60 m deep.`);
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(path);
  await admin.link('1').click();
  assert.match(await page.locator('.markdown li:target').innerText(), /60 m deep/);
  await admin.link('Back to reference 1').click();
  await page.locator('.markdown a:target', { hasText: '1' }).waitFor();
});
