import { strict as assert } from 'node:assert';
import type { Locator } from 'playwright-core';
import { rows } from '../../smoke/client.ts';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';
import { artifactWith } from './artifact-with.ts';
import { held } from './held.ts';
import { submitted } from './submitted.ts';

/** Asserts that a double click changes one thing, even if the second click comes after the first has changed the page. */
async function changesOneThing({ page }: Visitor, control: Locator, changed: Locator): Promise<void> {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const { x = 0, y = 0, width = 0, height = 0 } = (await control.boundingBox()) ?? {};
  await page.mouse.click(x + width / 2, y + height / 2);
  await changed.waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  // By then, the second click would have had its effect.
  await page.waitForTimeout(200);
  assert.equal(sent.length, 1, sent.join());
  // Once the first change is done, a further click makes another one.
  await until('the next thing is changed', async () => {
    await page.mouse.click(x + width / 2, y + height / 2);
    return sent.length > 1;
  });
}

test('a double click changes one thing of a signal', async (open) => {
  await submitted(['The avocet wades.']);
  const id = await demo.firstOf(ADMIN, '/signals/?search=avocet');
  const admin = await open(ADMIN);
  await admin.open(`/signals/${id}`);
  await changesOneThing(admin, admin.button('Reviewed'), admin.button('Reopen'));
});

test('a double click closes one signal of a list', async (open) => {
  await submitted(['The curlew calls.', 'The curlew is quiet.']);
  const admin = await open(ADMIN);
  const { page } = admin;
  const cards = page.locator('article.signal');
  await admin.open('/signals?q=curlew');
  await admin.counts(cards, 2);
  const one = page.locator('.rows-row:only-child');
  await changesOneThing(admin, cards.first().getByRole('button', { name: 'Dismiss' }), one);
});

test('a double click removes one label', async (open) => {
  const admin = await open(ADMIN);
  const id = await demo.upload(ADMIN, 'double.md', '# Double\n');
  // The two are as wide as each other, so that the second takes the place of the first.
  for (const value of ['north', 'south'])
    await demo.as(ADMIN)(`/documents/${id}/metadata-add/`, { key: 'side', value });
  await admin.open(`/documents/${id}`);
  const left = admin.page.locator('ul.row > li:only-child');
  await changesOneThing(admin, admin.button('Remove the label side: north'), left);
});

/** Creates a project in which the admin has an unread message. Returns its path. */
async function projectWithMessage(name: string): Promise<string> {
  const project = await demo.otherProject(ADMIN, name);
  await demo.as(ADMIN, project)('/users/', { email: VIEWER, permissions: ['CAN_VIEW_DATA'] });
  await demo.as(VIEWER, project)('/signals/', { feedback: 'The godwit is here.' });
  await until(
    'there is a message',
    async () => rows(await demo.as(ADMIN, project)('/notifications/')).length > 0,
  );
  return project;
}

test('a double click marks one message once', async (open) => {
  const project = await projectWithMessage('Double clicks');
  const admin = await open(ADMIN);
  await admin.open('/inbox', project);
  await changesOneThing(admin, admin.button('Mark as read').first(), admin.button('Mark as unread').first());
});

test('a double click marks all messages once, and says how many', async (open) => {
  const project = await projectWithMessage('Double clicks on all');
  const admin = await open(ADMIN);
  const { page } = admin;
  const toasts = page.locator('.toast');
  await admin.open('/inbox', project);
  const send = await held(page, '**/mark-all-as-read/');
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.method() === 'POST')));
  await admin.button('Mark all as read').dblclick();
  send();
  await admin.isTold('1 message is marked as read.');
  assert.equal(sent, 1);
  await admin.button('Mark all as read').click();
  await toasts.getByText('All messages are read already.').waitFor();
});

test('a double click opens a question, which stays; a click beside it closes it', async (open) => {
  const path = await artifactWith('Hawse pipes', '# Hawse pipes');
  const admin = await open(ADMIN);
  const { page, dialog } = admin;
  const beside = { x: 5, y: 400 };
  await admin.open(path);
  await admin.button('Delete').dblclick();
  await dialog.getByText('Delete “Hawse pipes”').waitFor();
  await page.mouse.click(beside.x, beside.y);
  await admin.counts(dialog, 0);
  await admin.button('Delete').click();
  await admin.answer('Cancel');
  await admin.link('About').click();
  await admin.fill('Group', 'Bow');
  await admin.link('Tools').dblclick();
  await dialog.getByText('not saved').waitFor();
  await page.keyboard.press('Escape');
  await admin.counts(dialog, 0);
});
