import type { Page } from 'playwright-core';
import { ADMIN, VIEWER, demo, test } from '../stage.ts';

/** More than a browser has connections to a host. */
const TABS = 7;

/** Makes a page seen or not, as when another tab of the window is chosen. */
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
  await admin.open('/inbox');
  await page.getByText('Live', { exact: true }).waitFor();
  await admin.link('Signals').click();
  await page.getByRole('heading', { name: 'Signals', level: 1 }).waitFor();
  await admin.hasLoaded();
  await become(page, 'hidden');
  await demo.as(VIEWER)('/signals/', { feedback: 'The razorbill is back.' });
  await become(page, 'visible');
  await admin.sees('The razorbill is back.');
});
