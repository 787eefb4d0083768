import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { after, before, test as declare } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ROOT } from '../walls/workspace.ts';
import { NO_BROWSER, startBrowser } from './chromium.ts';
import { type CleanContext, Contexts } from './contexts.ts';
import { Demo } from './demo.ts';
import { Visitor } from './visitor.ts';

/** The product that every case tests. */
export const demo = new Demo();

/** The folder of pictures for people: of every page, and of the page at which a case failed. */
export const PICTURES = join(ROOT, '.data/console');

/** The users of the demo, by their roles in its project. */
export const ADMIN = 'admin@demo.test';
export const CONTRIBUTOR = 'member@demo.test';
export const VIEWER = 'viewer@demo.test';

let browser: Browser;
let contexts: Contexts;

before(async () => {
  if (NO_BROWSER !== false) return console.log(NO_BROWSER);
  [browser] = await Promise.all([startBrowser(), demo.start()]);
  contexts = new Contexts(browser, demo.address);
  await demo.signInAll([ADMIN, CONTRIBUTOR, VIEWER]);
  await demo.findProject(ADMIN);
});

after(async () => {
  await browser?.close();
  await demo.stop();
});

/** Opens a browser for a case, as a user of the demo, or as somebody who is not signed in. */
export type Open = (email: string | null, options?: BrowserContextOptions) => Promise<Visitor>;

/** Declares a case. Its pages are closed after it, and it fails if the browser complained about any of them. */
export function test(name: string, run: (open: Open) => Promise<void>): void {
  declare(name, { skip: NO_BROWSER }, async () => {
    const taken: CleanContext[] = [];
    const visitors: Visitor[] = [];
    let hasPassed = false;
    try {
      await run(async (email, options = {}) => {
        const clean = await contexts.take(options);
        taken.push(clean);
        if (email !== null) await clean.context.addCookies([demo.sessionOf(email)]);
        const visitor = new Visitor(clean.context, clean.page, demo.project);
        visitors.push(visitor);
        return visitor;
      });
      for (const { complaints } of visitors) assert.deepEqual(complaints, []);
      hasPassed = true;
    } catch (error) {
      for (const [index, { page }] of visitors.entries()) {
        const path = join(PICTURES, 'failed', `${name.slice(0, 80)} ${index}.png`);
        // If no picture can be taken any more, the case's own error is still reported.
        await page.screenshot({ path }).catch(() => undefined);
      }
      throw error;
    } finally {
      await Promise.all(taken.map((clean) => clean.giveBack(hasPassed)));
    }
  });
}
