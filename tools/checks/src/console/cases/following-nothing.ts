import type { Page } from 'playwright-core';

/** Cuts the page off from the stream of changes, so that only what is done on it makes it read anything again. */
export const followingNothing = (page: Page): Promise<unknown> =>
  page.route('**/notifications/stream/', () => undefined);
