import { setTimeout as sleep } from 'node:timers/promises';

/** The most attempts at a write that conflicts with another one. */
const TRIES = 8;

/** Retries a write that failed because of a concurrent one. */
export async function persistently(write: () => Promise<unknown>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (tried === TRIES || !metAnother(String(error))) throw error;
      await sleep(Math.random() * 50 * 2 ** tried);
    }
  }
}

/**
 * Whether a write conflicted with another one, also with one into the folder that it deletes, or with the deletion of an old version to compare
 * with.
 */
function metAnother(message: string): boolean {
  return (
    /conflict|concurrent|preempted|directory not empty/i.test(message) ||
    (/not found/i.test(message) && message.includes('/_transactions/'))
  );
}
