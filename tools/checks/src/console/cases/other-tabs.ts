import type { Page } from 'playwright-core';
import { PASSWORD } from '../demo.ts';
import { ADMIN, VIEWER, test } from '../stage.ts';

/** Signs in by the form of another tab. */
async function signInBeside(other: Page, email: string): Promise<void> {
  await other.getByLabel('E-mail').fill(email);
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in' }).click();
}

test('once somebody else signs in in another tab, a page is theirs, with what they may do', async (open) => {
  const visitor = await open(null);
  const { page, context } = visitor;
  await visitor.signIn(ADMIN, PASSWORD);
  await visitor.open('/signals');
  await visitor.link('Members').waitFor();
  await visitor.button('New signal').click();
  await visitor.fill('What is wrong, missing or good?', 'Typed by the admin.');
  const other = await context.newPage();
  await other.goto('/sign-in');
  await signInBeside(other, VIEWER);
  await page.locator('footer').getByText(VIEWER).waitFor();
  await visitor.counts(visitor.link('Members'), 0);
  await visitor.counts(visitor.dialog, 0);
});
