import { getPriority, setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';

/** The share of a processor that is left to a thread beside one of usual priority is a quarter. */
const NICER = 5;
const LOWEST = 19;

/** Lets the other threads of the process go first, where each thread has a priority of its own: on Linux. */
export function yieldToOtherThreads(): void {
  if (isMainThread || process.platform !== 'linux') return;
  setPriority(Math.min(LOWEST, getPriority() + NICER));
}
