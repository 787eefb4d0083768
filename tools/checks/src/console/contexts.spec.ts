import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { NO_BROWSER, startBrowser } from './chromium.ts';
import { Contexts } from './contexts.ts';

const skip = NO_BROWSER;
let server: Server;
let browser: Browser;
let address: string;

before(async () => {
  if (skip !== false) return;
  server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** What a page finds that earlier pages left. */
async function foundBy(page: Page): Promise<unknown> {
  await page.goto('/');
  const permission = "(await navigator.permissions.query({ name: 'geolocation' })).state";
  return page.evaluate(`(async () => ({
    cookie: document.cookie, local: { ...localStorage }, session: { ...sessionStorage }, past: history.length,
    isOnline: navigator.onLine, location: ${permission},
  }))()`);
}

test('a context is used again, and a case finds nothing of the one before', { skip }, async () => {
  const contexts = new Contexts(browser, address);
  const first = await contexts.take({});
  const untouched = await foundBy(first.page);
  const other = await first.context.newPage();
  await other.goto('/other');
  await other.evaluate("document.cookie = 'of=theirs'; localStorage.of = sessionStorage.of = 'theirs'");
  await first.page.evaluate("sessionStorage.of = 'theirs'");
  await first.context.grantPermissions(['geolocation']);
  await first.page.route('**', (route) => route.abort());
  await first.context.setOffline(true);
  await first.giveBack(true);
  const second = await contexts.take({});
  assert.equal(second.context, first.context);
  assert.ok(first.page.isClosed() && other.isClosed());
  assert.deepEqual(await foundBy(second.page), untouched);
  await second.context.close();
});

test('cases at the same time, and with other options, have contexts of their own', { skip }, async () => {
  const contexts = new Contexts(browser, address);
  const [one, beside] = [await contexts.take({}), await contexts.take({})];
  await one.giveBack(true);
  const other = await contexts.take({ timezoneId: 'Asia/Tokyo' });
  assert.equal(new Set([one.context, beside.context, other.context]).size, 3);
  assert.equal(await other.page.evaluate('Intl.DateTimeFormat().resolvedOptions().timeZone'), 'Asia/Tokyo');
  for (const { context } of [one, beside, other]) await context.close();
});

test(
  'a context whose case has failed, whose clock was set, or whose pages are gone, is closed',
  { skip },
  async () => {
    const contexts = new Contexts(browser, address);
    const failed = await contexts.take({});
    await failed.giveBack(false);
    const timed = await contexts.take({});
    await timed.page.clock.setFixedTime(0);
    await timed.giveBack(true);
    const broken = await contexts.take({});
    for (const page of broken.context.pages()) await page.close();
    await broken.giveBack(true);
    const next = await contexts.take({});
    assert.equal(new Set([failed, timed, broken, next].map(({ context }) => context)).size, 4);
    await next.page.goto('/');
    assert.ok(Number(await next.page.evaluate('Date.now()')) > 0);
    assert.deepEqual(browser.contexts(), [next.context]);
    await next.context.close();
  },
);
