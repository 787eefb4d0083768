import { strict as assert } from 'node:assert';
import type { Page } from 'playwright-core';
import { until } from '../../smoke/product.ts';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';

/** More tabs than a browser opens connections to a host. */
const TABS = 7;

/** Makes a page visible or hidden, as when another tab of the window is chosen. */
async function become(page: Page, visibility: 'hidden' | 'visible'): Promise<void> {
  const description = `{ value: '${visibility}', configurable: true }`;
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', ${description})`);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

test('however many tabs are open, the next one loads, and saves', async (open) => {
  const admin = await open(ADMIN);
  for (let tab = 1; tab <= TABS; tab += 1) {
    const page = await admin.context.newPage();
    await page.goto(`${admin.project}/inbox`);
    await page.getByText('Live', { exact: true }).waitFor();
    await become(page, 'hidden');
  }
  await admin.open('/inbox');
  await admin.button('Mark all as read').click();
  await admin.page.locator('.toast').waitFor();
});

test('a tab that is looked at again shows what happened meanwhile', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const opened: string[] = [];
  page.on('request', (request) => opened.push(request.url()));
  await admin.open('/inbox');
  await page.getByText('Live', { exact: true }).waitFor();
  await admin.link('Signals').click();
  await page.getByRole('heading', { name: 'Signals', level: 1 }).waitFor();
  await admin.hasLoaded();
  await become(page, 'hidden');
  await demo.as(VIEWER)('/signals/', { feedback: 'The razorbill is back.' });
  opened.length = 0;
  await become(page, 'visible');
  await admin.sees('The razorbill is back.');
  assert.ok(
    opened.some((url) => url.endsWith('/notifications/stream/')),
    opened.join(),
  );
});

test('who is signed in is asked again with what a page that is seen again is told', async (open) => {
  const visitor = await open(ADMIN);
  const { page, context } = visitor;
  await visitor.open('/inbox');
  await page.getByText('Live', { exact: true }).waitFor();
  await become(page, 'hidden');
  await context.addCookies([demo.sessionOf(VIEWER)]);
  await become(page, 'visible');
  await page.locator('footer').getByText(VIEWER).waitFor();
});

/** A stream that sends one event, and ends. */
const stream = (event: string, id: number): { contentType: string; body: string } => ({
  contentType: 'text/event-stream',
  body: `id: ${id}\nevent: ${event}\ndata: {}\n\n`,
});

test('messages that the service ends are followed anew, by whoever it is then', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const after: (string | undefined)[] = [];
  const isSaid = Promise.withResolvers<void>();
  await page.route('**/notifications/stream/', async (route) => {
    after.push(route.request().headers()['last-event-id']);
    await isSaid.promise;
    await route.continue();
  });
  await page.route(
    '**/notifications/stream/',
    async (route) => {
      const { contentType, body } = stream('open', 1);
      await route.fulfill({ contentType, body: `${body}event: end\ndata: {"error":"API key revoked."}\n\n` });
    },
    { times: 1 },
  );
  await admin.open('/inbox');
  await until('they are followed anew', () => Promise.resolve(after.length === 1));
  await admin.sees('Connecting…');
  isSaid.resolve();
  await page.getByText('Live', { exact: true }).waitFor();
  assert.deepEqual(after, [undefined]);
});

test('what happened while no messages arrived is shown once they arrive again', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  let isAway = true;
  await page.route('**/notifications/stream/', (route) => (isAway ? route.abort() : route.continue()));
  await page.route('**/notifications/stream/', (route) => route.fulfill(stream('open', 1)), { times: 1 });
  await admin.open('/inbox');
  await admin.sees('Connecting…');
  await admin.link('Signals').click();
  await page.getByRole('heading', { name: 'Signals', level: 1 }).waitFor();
  await admin.hasLoaded();
  await demo.as(VIEWER)('/signals/', { feedback: 'The guillemot is back.' });
  isAway = false;
  await admin.sees('The guillemot is back.');
});

test('what happened is shown where there was too much of it for messages', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  const hasHappened = Promise.withResolvers<void>();
  // After the event that there were too many changes, no other event comes.
  await page.route('**/notifications/stream/', () => undefined);
  await page.route(
    '**/notifications/stream/',
    async (route) => {
      await hasHappened.promise;
      await route.fulfill(stream('reset', 1));
    },
    { times: 1 },
  );
  await admin.open('/signals');
  await demo.as(VIEWER)('/signals/', { feedback: 'The kittiwake is back.' });
  hasHappened.resolve();
  await admin.sees('The kittiwake is back.');
});

test('what happened in a project while one was elsewhere is shown when one is back', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/signals');
  const name = await admin.page.locator('.brand').innerText();
  await page.locator('.brand').click();
  await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
  await demo.as(VIEWER)('/signals/', { feedback: 'The dunlin is back.' });
  await admin.link(new RegExp(name)).first().click();
  await admin.link('Signals').first().click();
  await admin.sees('The dunlin is back.');
});

test('who becomes an admin while a page is open is offered what admins may do', async (open) => {
  const email = 'promoted@demo.test';
  const say = demo.as(ADMIN);
  await demo.colleague(ADMIN, email);
  const { body } = await say('/users/', { email, permissions: ['CAN_VIEW_DATA'] });
  const visitor = await open(email);
  const { page } = visitor;
  await visitor.open('/inbox');
  await page.getByText('Live', { exact: true }).waitFor();
  await visitor.counts(visitor.link('Members'), 0);
  const permissions = ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'];
  await say(`/users/${String(body['id'])}/`, { permissions }, 'PATCH');
  await visitor.link('Members').waitFor();
});
