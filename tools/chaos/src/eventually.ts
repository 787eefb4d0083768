import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 200;

/** Checks until a condition holds; false if it does not within the time. Milliseconds. */
export async function eventually(isSo: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; await sleep(LOOK_MS)) {
    if (await isSo()) return true;
  }
  return false;
}
