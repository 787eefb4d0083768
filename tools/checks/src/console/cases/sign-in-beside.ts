import type { Page } from 'playwright-core';
import { PASSWORD } from '../demo.ts';
import type { Visitor } from '../visitor.ts';

/** Signs in by the form of another tab. */
export async function signInBeside(other: Page, email: string): Promise<void> {
  await other.getByLabel('E-mail').fill(email);
  await other.getByLabel('Password').fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in' }).click();
}

/** Ends the session behind the page's back. */
export async function endSession({ page }: Visitor): Promise<void> {
  await page.evaluate(
    "fetch('/api/v1/auth/token/', { method: 'DELETE', headers: { 'x-session': 'cookie' } })",
  );
}
