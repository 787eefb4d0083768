import type { Page } from 'playwright-core';

/** Holds back the requests to an address, except reads, until the returned function is called. */
export async function held(page: Page, pattern: string): Promise<() => void> {
  const waiting = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'GET') await waiting.promise;
    await route.fallback();
  });
  return waiting.resolve;
}
