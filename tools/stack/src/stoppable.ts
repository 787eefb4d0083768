import { once } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** The exit code with which shells report a program that SIGINT ended. */
const STOPPED = 130;

const closings = new Set<() => Promise<unknown>>();

/** Registers what to close when a signal stops the program; everything is closed at the same time. */
export function closeWhenStopped(close: () => Promise<unknown>): void {
  closings.add(close);
}

/**
 * Does the work of a program that a signal (SIGINT, SIGTERM, SIGHUP) can stop at any moment: everything registered is closed, whatever
 * the work is doing, and the process exits with 130. Without a signal, resolves or fails as the work does. Failures of the work after
 * its signal was aborted are ignored.
 */
export async function stoppable(work: (stopped: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  for (const signal of SIGNALS) process.on(signal, () => stopping.abort());
  const ending = stopped
    .then(() => Promise.allSettled([...closings].map((close) => close())))
    .then(() => process.exit(STOPPED));
  const working = work(stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  await Promise.race([working, ending]);
  if (stopping.signal.aborted) await ending;
}
