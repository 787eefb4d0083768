import type { Page } from 'playwright-core';

/** Nothing but what is done on the page has it read anything again. */
export const followingNothing = (page: Page): Promise<unknown> =>
  page.route('**/notifications/stream/', () => undefined);
