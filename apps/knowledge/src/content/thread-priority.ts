import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** With this increment, a thread gets a quarter of a processor that it shares with a thread of usual priority. */
const NICER = 5;
const LOWEST = 19;

/** Lets the other threads of the process go first, on Linux, where each thread has a priority of its own. */
export function yieldToOtherThreads(): void {
  if (isMainThread || process.platform !== 'linux') return;
  setPriority(Math.min(LOWEST, getPriority() + NICER));
}
