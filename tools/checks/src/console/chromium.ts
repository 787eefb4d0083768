import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell comes first: without windows, it needs half the time for each page. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser sends no requests of its own, and the pages of a context share one process. */
const ARGUMENTS = [
  '--process-per-site',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const located = [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));

/** Why nothing can be tested in a browser; false if it can. */
export const NO_BROWSER: string | false =
  located === undefined &&
  'There is no Chromium, so the console is not tried: install one, or name it by CHROMIUM=/path/to/chromium.';

/** Starts the Chromium of `CHROMIUM`, or an installed one. */
export function startBrowser(): Promise<Browser> {
  // Otherwise, an interrupt would end this process before it has stopped the product.
  return chromium.launch({ executablePath: located ?? '', args: ARGUMENTS, handleSIGINT: false });
}
