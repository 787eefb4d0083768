import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { after, before, test as declare } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { ROOT } from '../walls/workspace.ts';
import { NO_BROWSER, startBrowser } from './chromium.ts';
import { type CleanContext, Contexts } from './contexts.ts';
import { Demo } from './demo.ts';
import { Visitor } from './visitor.ts';

/** The product that every case tries. */
export const demo = new Demo();

/** What every page looked like, and where a case failed, for people. */
export const PICTURES = join(ROOT, '.data/console');

/** The users of the demo, by what they are to its project. */
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

/** Opens browsers for a case: of a user of the demo, or of somebody who is not signed in. */
export type Open = (email: string | null, options?: BrowserContextOptions) => Promise<Visitor>;

/** Declares a case. Its pages are closed after it, and none of them may have complained. */
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
        // A page that cannot be shown any more does not hide why.
        await page.screenshot({ path }).catch(() => undefined);
      }
      throw error;
    } finally {
      await Promise.all(taken.map((clean) => clean.giveBack(hasPassed)));
    }
  });
}
