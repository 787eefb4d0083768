import { pause } from './pause.ts';

const LOOK_MS = 10;
/** The longer a wait lasts, the less often it looks: looking takes processor time from the work that it waits for. */
const LOOKS_AFTER = 0.1;
const RARELY_MS = 200;
/** Generous for slow machines; a test that waits in vain still fails. Milliseconds. */
const PATIENCE_MS = 100_000;
/** A number that was the same this many times has settled. */
const STILL_LOOKS = 30;

/** Waits until a condition holds. @throws Error that names the condition if it does not hold in time. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const began = performance.now();
  while (!(await isSo())) {
    const waited = performance.now() - began;
    if (waited > patienceMs) throw new Error(`Waited in vain until ${what}.`);
    await pause(Math.min(Math.max(waited * LOOKS_AFTER, LOOK_MS), RARELY_MS));
  }
}

/** Waits until a number no longer changes, and returns it: for work that has to come to a halt. */
export async function untilStill(read: () => number): Promise<number> {
  let last = read();
  for (let looks = 0; looks < STILL_LOOKS; looks += 1) {
    await pause(LOOK_MS);
    if (read() !== last) looks = -1;
    last = read();
  }
  return last;
}
