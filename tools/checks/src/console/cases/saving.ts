import { strict as assert } from 'node:assert';
import { ADMIN, demo, test } from '../stage.ts';
import { artifactWith } from './artifact-with.ts';
import { held } from './held.ts';

test('what is typed into an artifact while it is being saved stays, and is saved as the version after it', async (open) => {
  const path = await artifactWith('Fenders', '# Fenders\n');
  const admin = await open(ADMIN);
  const { page } = admin;
  const content = page.getByLabel('Content');
  await admin.open(`${path}?tab=edit`);
  await content.fill('# Fenders\n\nSent.\n');
  await admin.fill('What changed, and why', 'Slowly');
  const letGo = await held(page, '**/versions/');
  const isSent = page.waitForRequest('**/versions/');
  await admin.button('Save as a new version').click();
  await isSent;
  await content.fill('# Fenders\n\nSent, and typed since.\n');
  letGo();
  await admin.sees('Saved as version 3, without what you have typed since.');
  assert.equal(await content.inputValue(), '# Fenders\n\nSent, and typed since.\n');
  await admin.button('Save as a new version').click();
  await admin.sees('Saved as version 4.');
  await page.waitForURL('**?tab=read');
  const versions = await Promise.all([3, 4].map((n) => demo.as(ADMIN)(`${path}/?version=${n}`)));
  assert.deepEqual(
    versions.map(({ body }) => body['payload']),
    ['# Fenders\n\nSent.\n', '# Fenders\n\nSent, and typed since.\n'],
  );
});
