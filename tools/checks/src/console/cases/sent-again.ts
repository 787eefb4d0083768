import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rows } from '../../smoke/client.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, CONTRIBUTOR, VIEWER, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { artifactWith } from './artifact-with.ts';
import { assigned } from './assigned.ts';

const AWAY = 'The service cannot be reached.';
/** Five attempts, with pauses of up to 4.5 s in all, on a busy machine. Milliseconds. */
const AWAY_WITHIN_MS = 60_000;

/** Loses the answers to requests to an address, though the service gets the requests, until the returned function is called. */
async function losingAnswers({ context, page }: Visitor, urlPattern: string): Promise<() => Promise<void>> {
  const browser = await context.newCDPSession(page);
  browser.on('Fetch.requestPaused', ({ requestId }) => {
    // The request may be gone: the page no longer waits, or answers are no longer lost.
    browser.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }).catch(() => undefined);
  });
  await browser.send('Fetch.enable', { patterns: [{ urlPattern, requestStage: 'Response' }] });
  return () => browser.detach();
}

/** Waits until the console has tried several times in vain. */
function isAway({ page }: Visitor): Promise<void> {
  return page.getByText(AWAY).first().waitFor({ timeout: AWAY_WITHIN_MS });
}

/** How many rows of a list contain a text. */
async function countOf(path: string, text: string): Promise<number> {
  const listed = rows(await demo.as(ADMIN)(path));
  return listed.filter((row) => JSON.stringify(row).includes(text)).length;
}

test('an interview whose answer was lost is assigned once, however often that is asked for', async (open) => {
  const admin = await open(ADMIN);
  const topic = 'How the anchor is weighed';
  await admin.open('/interviews');
  await admin.button('Assign an interview').click();
  await admin.fill('What is it about?', topic);
  await admin.dialog.getByText(CONTRIBUTOR).click();
  const arrive = await losingAnswers(admin, '*/interviews/assign/');
  await admin.dialog.getByRole('button', { name: 'Assign an interview' }).click();
  await isAway(admin);
  await arrive();
  await admin.answer('Assign an interview');
  await admin.sees('1 interview is assigned.');
  assert.equal(await countOf('/interviews/', topic), 1);
});

test('a signal whose answer was lost is submitted once, however often that is asked for', async (open) => {
  const viewer = await open(VIEWER);
  await viewer.open('/signals');
  await viewer.button('New signal').click();
  await viewer.dialog.getByLabel('What is wrong, missing or good?').fill('The winch is missing');
  const arrive = await losingAnswers(viewer, '*/signals/');
  await viewer.dialog.getByRole('button', { name: 'New signal' }).click();
  await isAway(viewer);
  await arrive();
  await viewer.answer('New signal');
  assert.equal(await countOf('/signals/', 'The winch is missing'), 1);
});

test('a question whose answer was lost is asked once, however often it is sent', async (open) => {
  const { body } = await demo.as(ADMIN)('/playground-conversations/', { name: 'Of the lost' });
  const path = `/conversations/${String(body['id'])}`;
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(path);
  const box = page.getByLabel('Your question');
  await box.fill('Who rings the bell?');
  const arrive = await losingAnswers(admin, '*/send_message_stream/');
  await box.press('Control+Enter');
  await isAway(admin);
  await arrive();
  await page.locator('.bubble:not(.mine)').first().waitFor();
  assert.equal(await box.inputValue(), 'Who rings the bell?');
  const isSent = page.waitForResponse('**/send_message_stream/');
  await box.press('Control+Enter');
  await isSent;
  await admin.open(path);
  await page.locator('.bubble:not(.mine)').first().waitFor();
  assert.equal(await page.locator('.bubble.mine').count(), 1);
});

test('a key whose answer was lost is made once, and can be revoked', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/members');
  await admin.button('New service account').click();
  await admin.dialog.getByLabel('Name').fill('Of the lost keys');
  await admin.answer('New service account');
  const account = page.locator('details', { hasText: 'Of the lost keys' });
  await account.locator('summary').click();
  await account.getByRole('button', { name: 'New key' }).click();
  await admin.dialog.getByLabel('Name').fill('Lost once');
  const arrive = await losingAnswers(admin, '*/api-keys/');
  await admin.dialog.getByRole('button', { name: 'Create the key' }).click();
  await admin.dialog.getByText(AWAY).waitFor({ timeout: AWAY_WITHIN_MS });
  await arrive();
  await admin.dialog.getByRole('button', { name: 'Create the key' }).click();
  await admin.dialog.getByText('its answer holds a secret that was shown once').waitFor();
  await admin.answer('Cancel');
  await account.getByText('Lost once').waitFor();
  assert.equal(await account.getByText('Lost once').count(), 1);
  await account.getByRole('button', { name: 'New key' }).click();
  await admin.dialog.getByLabel('Name').fill('Lost once');
  await admin.dialog.getByRole('button', { name: 'Create the key' }).click();
  await admin.dialog.locator('pre').waitFor();
});

test('a reminder whose answer was lost is sent once, however often that is asked for', async (open) => {
  const admin = await open(ADMIN);
  await admin.open(await assigned('Counting the lost'));
  const arrive = await losingAnswers(admin, '*/send-reminder/');
  await admin.button('Send a reminder').click();
  await isAway(admin);
  await arrive();
  await admin.button('Send a reminder').click();
  await admin.sees('The reminder is on its way.');
});

test('a reminder that is asked for a minute after a lost one is another', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(await assigned('Counting the lost again'));
  const keys: (string | undefined)[] = [];
  await page.route('**/send-reminder/', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.fulfill({ status: 500, json: { error: 'Nobody knows.' } });
  });
  const remind = async (): Promise<string | undefined> => {
    await admin.button('Send a reminder').click();
    await page.locator('.toast', { hasText: 'Nobody knows.' }).waitFor();
    await admin.counts(page.locator('.toast'), 0);
    return keys.at(-1);
  };
  const first = await remind();
  assert.equal(await remind(), first);
  await page.clock.setSystemTime(Date.now() + 61_000);
  assert.notEqual(await remind(), first);
});

test('a version that is restored after its answer was lost once is restored again', async (open) => {
  const path = await artifactWith('Restored razorbills', '# Razorbills');
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(`${path}?tab=history`);
  const first = page.getByRole('listitem').filter({ has: admin.link('Version 1') });
  await first.getByRole('button', { name: 'Restore' }).click();
  const arrive = await losingAnswers(admin, '*/versions/1/restore/');
  await admin.dialog.getByRole('button', { name: 'Restore' }).click();
  await isAway(admin);
  await arrive();
  await admin.answer('Cancel');
  await admin.link('Version 3').waitFor();
  await first.getByRole('button', { name: 'Restore' }).click();
  await admin.answer('Restore');
  await admin.sees('Restored as version 4.');
});

test('an answer of a test run that was lost is given once, and is shown', async (open) => {
  const draft = await demo.as(ADMIN)('/interview-drafts/', {
    topic: 'The lost',
    questions: ['Who?', 'And then?', 'And last?'],
  });
  const path = `/interview-drafts/${String(draft.body['id'])}/test-runs/`;
  const run = await demo.as(ADMIN)(path, {});
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open(path + String(run.body['id']));
  const box = page.getByLabel('Your answer');
  await box.fill('The crew.');
  const arrive = await losingAnswers(admin, '*/test-runs/*/messages/');
  await admin.button('Send').click();
  await isAway(admin);
  await arrive();
  await until('it can be sent again', async () => (await box.inputValue()) === 'The crew.');
  const isSent = page.waitForResponse('**/test-runs/*/messages/');
  await admin.button('Send').click();
  await isSent;
  await until('it has left the box', async () => (await box.inputValue()) === '');
  const { body } = await demo.as(ADMIN)(`${path + String(run.body['id'])}/messages/`);
  assert.equal(JSON.stringify(body).split('The crew.').length, 2);
});

test('files whose answer was lost are uploaded once, however often they are chosen', async (open) => {
  const folder = mkdtempSync(join(tmpdir(), 'chosen-'));
  const file = join(folder, 'chosen-twice.md');
  writeFileSync(file, '# Chosen twice\n');
  const viewer = await open(VIEWER);
  await viewer.open('/documents');
  const choose = async (): Promise<void> => {
    const chosen = viewer.page.waitForEvent('filechooser');
    await viewer.button('Upload files').click();
    await (await chosen).setFiles(file);
  };
  const arrive = await losingAnswers(viewer, '*/documents/bulk-upload/');
  await choose();
  await isAway(viewer);
  await arrive();
  await choose();
  await viewer.sees('1 file is uploaded, and will be read now.');
  assert.equal(await countOf('/documents/', 'chosen-twice.md'), 1);
  rmSync(folder, { recursive: true });
});

test('an upload is repeated when the service says that it can be', async (open) => {
  const viewer = await open(VIEWER);
  const { page } = viewer;
  await viewer.open('/documents');
  const refusals = [503, 429];
  await page.route('**/documents/bulk-upload/', (route) => {
    const status = refusals.shift();
    if (status === undefined) return route.continue();
    return route.fulfill({ status, headers: { 'retry-after': '0' }, json: { error: 'Busy.' } });
  });
  const chosen = page.waitForEvent('filechooser');
  await viewer.button('Upload files').click();
  const buffer = Buffer.from('# Repeated\n');
  await (await chosen).setFiles({ name: 'repeated.md', mimeType: 'text/markdown', buffer });
  await viewer.link('repeated.md').waitFor();
  assert.deepEqual(refusals, []);
});
