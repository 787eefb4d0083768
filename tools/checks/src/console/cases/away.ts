import { strict as assert } from 'node:assert';
import { until } from '../../smoke/product.ts';
import { ADMIN, demo, test } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

/** How many files of the console's code that are fetched ahead have not arrived yet. */
const MISSING = `(() => {
  const isThere = ({ responseStatus }) => responseStatus === 200;
  const fetched = new Set(performance.getEntriesByType('resource').filter(isThere).map(({ name }) => new URL(name).pathname));
  const ahead = document.getElementById('fetched-ahead').content.querySelectorAll('link');
  return ahead.length === 0 ? NaN : [...ahead].filter((link) => !fetched.has(link.getAttribute('href'))).length;
})()`;

/** Aborts the requests that the patterns match, until the returned function is called. */
async function without(visitor: Visitor, ...patterns: readonly string[]): Promise<() => Promise<void>> {
  for (const pattern of patterns) await visitor.page.route(pattern, (route) => route.abort());
  return async () => {
    for (const pattern of patterns) await visitor.page.unroute(pattern);
  };
}

test('a page that was not open yet opens without the network, and shows its content once it is back', async (open) => {
  const admin = await open(ADMIN);
  const { context, page } = admin;
  await admin.open('');
  await until('all is fetched', async () => (await page.evaluate(MISSING)) === 0);
  // Firefox refuses hints, by `default-src`, and WebKit does not know them.
  assert.equal(await page.locator('head link[rel=prefetch]').count(), 0);
  await context.setOffline(true);
  for (const name of ['Tools', 'Documents', 'Interviews']) {
    await admin.link(name).first().click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }
  await admin.sees('The service cannot be reached at the moment.');
  await context.setOffline(false);
  await page.locator('.away').waitFor({ state: 'detached' });
  await admin.hasLoaded();
  await admin.button('Assign an interview').waitFor();
});

test('a page whose code is missing says so, and is there by itself once the service is', async (open) => {
  const admin = await open(ADMIN);
  await admin.open('');
  const back = await without(admin, '**/assets/**', '**/api/v1/**');
  await admin.link('Tools').click();
  await admin.sees('This page cannot be loaded: the service cannot be reached at the moment.');
  await back();
  await admin.page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  await admin.hasLoaded();
});

test('code that stays missing is not loaded for ever, and can be tried again', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('');
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  const back = await without(admin, '**/assets/tools-*.js');
  await admin.link('Tools').click();
  await admin.sees('This page could not be loaded.');
  assert.equal(loads, 1);
  await back();
  await admin.button('Try again').click();
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
});

test('a page that the browser is leaving is not loaded again, which would keep it there', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('');
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  // As in Firefox, which gives up what a page is fetching when it begins to leave the page.
  await page.route('**/assets/tools-*.js', async (route) => {
    await page.evaluate("dispatchEvent(new Event('beforeunload'))");
    await route.abort();
  });
  await admin.link('Tools').click();
  await admin.sees('This page could not be loaded.');
  assert.equal(loads, 0);
});

test('a text whose formatting is missing is read as it was written', async (open) => {
  const say = demo.as(ADMIN);
  const { body } = await say('/artifacts/', { title: 'Fog signals', technical_type: 'markdown' });
  const path = `/artifacts/${String(body['slug'])}`;
  await say(`${path}/versions/`, { payload: '# Fog\n\nSound the **horn**.\n', change_summary: 'First' });
  const admin = await open(ADMIN);
  const back = await without(admin, '**/assets/markdown-*');
  await admin.open(path);
  await admin.sees('Sound the **horn**.');
  await back();
  await admin.open(path);
  await admin.page.locator('strong', { hasText: 'horn' }).waitFor();
});

test('a service that is back is not said to be away on a page that was not there without it', async (open) => {
  const admin = await open(ADMIN);
  const { page } = admin;
  await admin.open('/signals');
  const back = await without(admin, '**/api/v1/**');
  await admin.link('Documents').click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await admin.link('Signals').click();
  await page.locator('.away').waitFor();
  await back();
  await page.locator('.away').waitFor({ state: 'detached' });
  await page.evaluate(
    "new MutationObserver(() => document.querySelector('.away') && document.body.classList.add('was-away')).observe(document.body, { childList: true, subtree: true })",
  );
  await admin.link('Documents').click();
  await page.locator('.rows-row').first().waitFor();
  assert.equal(await page.locator('body.was-away').count(), 0);
});
