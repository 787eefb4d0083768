import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { until } from '../smoke/product.ts';

/** What is not shown within this time, even on a busy machine, will never be. Milliseconds. */
const SHOWN_WITHIN_MS = 15_000;

/** What a browser logs about a request that a test refuses, and the console about code that it did not get. */
const REFUSED = /Failed to load resource|A part of the console could not be loaded/;

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const AXE_OPTIONS = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] };

/** The rules of axe that a page breaks, each with the elements that do. */
const BROKEN_RULES = `axe.run(document, ${JSON.stringify(AXE_OPTIONS)}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`;

/** Somebody with a browser of their own, whose log and policy violations are recorded. */
export class Visitor {
  /** What the browser complained about, except refusals that a test provokes. */
  readonly complaints: string[] = [];
  readonly context: BrowserContext;
  readonly page: Page;
  /** The path of the demo's project. */
  readonly project: string;

  constructor(context: BrowserContext, page: Page, project: string) {
    context.setDefaultTimeout(SHOWN_WITHIN_MS);
    this.context = context;
    this.page = page;
    this.project = project;
    page.on('console', (message) => {
      const isRefusal = REFUSED.test(message.text());
      if (message.type() === 'error' && !isRefusal) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  /** Opens a page of the project, and waits until it has loaded what it shows. */
  async open(path: string, project = this.project): Promise<void> {
    await this.page.goto(project + path);
    await this.hasLoaded();
  }

  async hasLoaded(): Promise<void> {
    await this.page.locator('h1').first().waitFor();
    await until('it has loaded', async () => (await this.page.locator('.spinner').count()) === 0);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('link', { name, exact: typeof name === 'string' });
  }

  /** The dialog that has to be answered first. */
  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** Presses the button of a dialog, and waits until the dialog is closed. */
  async answer(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    await this.page.getByLabel(label).fill(text);
  }

  /** Waits until the page shows a text. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Waits for the message that something was done, and points at it, so that it stays. */
  async isTold(text: string): Promise<void> {
    await this.page.locator('.toast', { hasText: text }).hover();
  }

  /** Waits until there are `n` of these elements. */
  async counts(what: Locator, n: number): Promise<void> {
    await until(`there are ${n} of ${String(what)}`, async () => (await what.count()) === n);
  }

  /** Asserts that buttons are not offered. Call it once something else shows that the page is complete. */
  async isNotOffered(...names: readonly (string | RegExp)[]): Promise<void> {
    for (const name of names) assert.equal(await this.button(name).count(), 0, `${name} is offered`);
  }

  /** Signs in by the form. */
  async signIn(email: string, password: string): Promise<void> {
    await this.page.goto('/sign-in');
    await this.fill('E-mail', email);
    await this.fill('Password', password);
    await this.button('Sign in').click();
    await this.page.getByRole('heading', { name: 'Projects' }).waitFor();
  }

  /** Asserts that the page in its current state has no problem of accessibility by WCAG 2.2 AA. A failure names the `look`. */
  async assertAccessible(look = ''): Promise<void> {
    // Compiling axe takes longer than running it, so a page that is checked again keeps it.
    if (!(await this.page.evaluate("'axe' in window"))) await this.page.evaluate(AXE);
    const found = await this.page.evaluate(BROKEN_RULES);
    assert.deepEqual(found, [], `${new URL(this.page.url()).pathname} ${look}`);
  }
}
