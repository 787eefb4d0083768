import { strict as assert } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VIEWER, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

/** Drops the files and folders at these paths where documents are uploaded. */
async function drop({ page, context }: Visitor, paths: string[]): Promise<void> {
  const { x = 0, y = 0 } = (await page.locator('.drop').boundingBox()) ?? {};
  const browser = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: x + 20, y: y + 20, data });
}

test('a refused upload names the file that was refused, and why', async (open) => {
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await viewer.open('/documents');
  const tooLong = `${'long-name-'.repeat(30)}.md`;
  const chosen = page.waitForEvent('filechooser');
  await viewer.button('Upload files').click();
  const [mimeType, buffer] = ['text/markdown', Buffer.from('# A file')];
  await (
    await chosen
  ).setFiles([
    { name: 'innocent.md', mimeType, buffer },
    { name: tooLong, mimeType, buffer },
  ]);
  const refused = page.getByRole('alert').getByRole('listitem');
  await refused.filter({ hasText: tooLong }).filter({ hasText: 'no more than 255' }).waitFor();
  assert.equal(await refused.count(), 1);
  assert.equal(await viewer.link('innocent.md').count(), 0);
});

test('an upload goes on where its page is left, and a refusal is said there and on return', async (open) => {
  const viewer = await open(VIEWER);
  const { page } = viewer;
  const isLeft = Promise.withResolvers<void>();
  await page.route('**/documents/bulk-upload/', async (route) => {
    await isLeft.promise;
    await route.continue();
  });
  await viewer.open('/documents');
  const name = `${'left-alone-'.repeat(30)}.md`;
  const chosen = page.waitForEvent('filechooser');
  await viewer.button('Upload files').click();
  await (await chosen).setFiles({ name, mimeType: 'text/markdown', buffer: Buffer.from('# Left') });
  await viewer.sees('Uploading 1 file');
  await viewer.link('Tools').click();
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  const isAsked = "!dispatchEvent(new Event('beforeunload', { cancelable: true }))";
  assert.equal(await page.evaluate(isAsked), true);
  await viewer.link('Documents').click();
  await viewer.sees('Uploading 1 file');
  await viewer.button('Cancel').waitFor();
  await viewer.link('Tools').click();
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  isLeft.resolve();
  await viewer.sees('The file could not be uploaded: Documents says why.');
  assert.equal(await page.evaluate(isAsked), false);
  await viewer.link('Documents').click();
  await page.getByRole('alert').getByRole('listitem').filter({ hasText: 'no more than 255' }).waitFor();
  await viewer.link('Tools').click();
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  await viewer.link('Documents').click();
  await viewer.button('Upload files').waitFor();
  assert.equal(await page.getByText('Nothing is uploaded').count(), 0);
});

test('a folder is not uploaded, and said so; a file that is dropped with it is', async (open) => {
  const given = mkdtempSync(join(tmpdir(), 'dropped-'));
  const [folder, file] = [join(given, 'Scans of May'), join(given, 'beside-the-scans.md')];
  mkdirSync(folder);
  for (const path of [file, join(folder, 'in-the-folder.md')]) writeFileSync(path, '# Dropped');
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await viewer.open('/documents');
  await drop(viewer, [folder, file]);
  await page.getByRole('alert').getByText('Folders cannot be uploaded: “Scans of May”').waitFor();
  await viewer.link('beside-the-scans.md').waitFor();
  assert.equal(await viewer.link('in-the-folder.md').count(), 0);
  rmSync(given, { recursive: true });
});

test('what is dropped while files are uploaded is not taken, and what becomes of those is said', async (open) => {
  const given = mkdtempSync(join(tmpdir(), 'dropped-'));
  const [first, second] = [join(given, 'kittiwakes.md'), join(given, 'too-early.md')];
  for (const path of [first, second]) writeFileSync(path, '# Dropped');
  const viewer = await open(VIEWER);
  const { page } = viewer;
  const isDropped = Promise.withResolvers<void>();
  let sent = 0;
  await page.route('**/documents/bulk-upload/', async (route) => {
    sent += 1;
    await isDropped.promise;
    await route.fulfill({ status: 400, json: { error: 'No kittiwakes today.' } });
  });
  await viewer.open('/documents');
  await drop(viewer, [first]);
  await viewer.sees('Uploading 1 file');
  await drop(viewer, [second]);
  await viewer.sees('Nothing of it is uploaded: wait until the other files are.');
  isDropped.resolve();
  await page.getByRole('alert').getByText('No kittiwakes today.').waitFor();
  await viewer.button('Upload files').waitFor();
  assert.equal(sent, 1);
  rmSync(given, { recursive: true });
});
