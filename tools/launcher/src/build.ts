import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CHECKOUT } from './checkout.ts';
import { runNx } from './nx.ts';
import { report } from './terminal.ts';

/** A build of only cache hits takes less time, and prints nothing. Milliseconds. */
const QUIET_FOR_MS = 2_000;

/** The arguments with which Nx builds everything. */
export const BUILD = ['run-many', '-t', 'build', '--outputStyle=static'];

/** Brings every build up to date: Nx compiles what has changed and restores the rest from its cache. */
export async function build(show: (sentence: string) => void = report): Promise<void> {
  const began = performance.now();
  const timer = setTimeout(show, QUIET_FOR_MS, 'Building.');
  const code = await runNx(BUILD, { quiet: true });
  clearTimeout(timer);
  if (code !== 0) throw new Error('The build failed; its output is above.');
  const took = performance.now() - began;
  if (took > QUIET_FOR_MS) show(`Built in ${(took / 1_000).toFixed(1)} s.`);
}

/** @throws Error if nothing was built yet */
export async function assertBuilt(): Promise<void> {
  if (!isBuilt()) throw new Error('Nothing was built yet: leave out --built.');
}

/** Whether there is a build, up to date or not. */
export function isBuilt(): boolean {
  return existsSync(join(CHECKOUT, 'libs/platform/dist'));
}
