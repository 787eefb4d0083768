import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A context, and a page of it that stays open, so that its process runs on while the pages of cases come and go. */
interface Kept {
  readonly context: BrowserContext;
  readonly anchor: Page;
}

/**
 * The contexts that cases use, one after another. Starting a process and compiling the console takes longer than most cases, so a
 * context keeps both for the next case, which finds nothing else: no page, cookie, permission, route or stored value.
 */
export class Contexts {
  private readonly browser: Browser;
  private readonly address: string;
  /** The contexts that no case uses, by the options with which they were opened. */
  private readonly free = new Map<string, Kept[]>();

  /** Contexts of a browser, for pages of an address. */
  constructor(browser: Browser, address: string) {
    this.browser = browser;
    this.address = address;
  }

  /** A context with these options, in which nothing has been opened, and its first page. */
  async take(options: BrowserContextOptions): Promise<CleanContext> {
    const free = this.freeOf(options);
    const kept = free.pop() ?? (await this.open(options));
    return {
      context: kept.context,
      page: await newPage(kept),
      giveBack: async (hasPassed) => {
        // A context whose page no longer answers is useless.
        const isClean = await clean(kept).catch(() => false);
        if (hasPassed && isClean) free.push(kept);
        else await kept.context.close();
      },
    };
  }

  private freeOf(options: BrowserContextOptions): Kept[] {
    const key = JSON.stringify(options);
    const free = this.free.get(key) ?? [];
    this.free.set(key, free);
    return free;
  }

  private async open(options: BrowserContextOptions): Promise<Kept> {
    const context = await this.browser.newContext({ baseURL: this.address, ...options });
    const anchor = await context.newPage();
    // An answer of the API is of the console's site, and has no script.
    await anchor.goto('/api/v1/projects/');
    return { context, anchor };
  }
}

/** A context that no other case uses until it is given back. */
export interface CleanContext {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Closes its pages, and leaves it to the next case if this one has passed. */
  giveBack(hasPassed: boolean): Promise<void>;
}

/** A new page, opened by the page that stays, so that it runs in that page's process from the beginning. */
async function newPage({ context, anchor }: Kept): Promise<Page> {
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    anchor.evaluate('void window.open("about:blank")'),
  ]);
  return page;
}

/** Removes what a case left, and returns whether that worked: a clock that was set stays in its context for good. */
async function clean({ context, anchor }: Kept): Promise<boolean> {
  const pages = context.pages().filter((page) => page !== anchor);
  // Handlers with which a case changes answers may still be running.
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(pages.map((page) => page.close()));
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
  await anchor.evaluate('localStorage.clear()');
  return anchor.evaluate("setTimeout.toString().includes('[native code]')");
}
