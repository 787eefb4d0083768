import { readFileSync, readdirSync } from 'node:fs';
import { eventually } from './eventually.ts';

/** A thread's state follows its name in parentheses; T is stopped by a signal. */
const STOPPED = /\) T /;

/**
 * Stops a process, and resolves once it does nothing more. A signal reaches its threads one after another, on a busy machine up to some 60 ms
 * later, and meanwhile the process still answers. Resolves at once if the system does not show the states of threads (not Linux).
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  if (process.platform === 'linux') await eventually('the process stands still', () => standsStill(pid));
}

/** Does something while a process is stopped, and lets the process continue afterwards. */
export async function whileFrozen<T>(pid: number, act: () => Promise<T>): Promise<T> {
  try {
    await freeze(pid);
    return await act();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

/** Whether all threads are stopped; a thread may end while they are read. */
function standsStill(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  try {
    return readdirSync(threads).every((id) => STOPPED.test(readFileSync(`${threads}/${id}/stat`, 'utf8')));
  } catch {
    return false;
  }
}
