import { strict as assert } from 'node:assert';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export const PASSWORD = 'demo-password';

/** What does not show within it, on a busy machine too, will not. Milliseconds. */
const SHOWN_WITHIN_MS = 15_000;

/** Somebody with a browser of their own, whose console and policy violations are noted. */
export class Visitor {
  /** What the browser complained about, refusals that a test provokes apart. */
  readonly complaints: string[] = [];
  readonly context: BrowserContext;
  readonly page: Page;

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('console', (message) => {
      const isRefusal = /Failed to load resource/.test(message.text());
      if (message.type() === 'error' && !isRefusal) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async with(
    browser: Browser,
    address: string,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({ baseURL: address, ...options });
    context.setDefaultTimeout(SHOWN_WITHIN_MS);
    return new Visitor(context, await context.newPage());
  }

  /** Signs in and opens the demo project. Returns the path of the project. */
  async signIn(email: string): Promise<string> {
    await this.page.goto('/');
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password').fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('link', { name: 'Demo' }).click();
    await this.page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
    return new URL(this.page.url()).pathname;
  }

  /** Asserts that the page, as it is now, has no problem of accessibility that WCAG 2.2 AA names. */
  async assertAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    assert.deepEqual(found, [], new URL(this.page.url()).pathname);
  }
}
