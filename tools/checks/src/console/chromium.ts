import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Nothing of the browser's own goes to the network. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium: that of `CHROMIUM`, or an installed one, or Debian's, which is installed where that is possible. @throws Error */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: located() ?? installed(), args: ARGUMENTS });
}

function located(): string | undefined {
  return [process.env['CHROMIUM'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

function installed(): string {
  const apt = (...args: readonly string[]) => spawnSync('apt-get', args, { stdio: 'inherit' }).status === 0;
  if (process.getuid?.() === 0) {
    console.log('Installing Chromium.');
    apt('update', '-qq');
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  }
  const path = located();
  if (path === undefined)
    throw new Error('There is no Chromium: install one, or name it by CHROMIUM=/path/to/chromium.');
  return path;
}
