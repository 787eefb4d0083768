import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 10;
const PATIENCE_MS = 15_000;

/** Waits until something is so. @throws Error naming it when it is not in time. */
export async function eventually(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await sleep(LOOK_MS);
  }
}
