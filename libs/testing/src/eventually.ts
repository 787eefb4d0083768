import { pause } from './pause.ts';

const LOOK_MS = 10;
/** Generous for slow machines; a test that waits in vain still fails. Milliseconds. */
const PATIENCE_MS = 100_000;
/** A number that was the same this many times has settled. */
const STILL_LOOKS = 30;

/** Waits until a condition holds. @throws Error naming it when it does not in time. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await pause(LOOK_MS);
  }
}

/** Waits until a number no longer changes, and returns it: for work that must come to a halt. */
export async function untilStill(read: () => number): Promise<number> {
  let last = read();
  for (let looks = 0; looks < STILL_LOOKS; looks += 1) {
    await pause(LOOK_MS);
    if (read() !== last) looks = -1;
    last = read();
  }
  return last;
}
