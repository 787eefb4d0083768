const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** As shells report a program that SIGINT ended. */
const STOPPED = 130;

const closings = new Set<() => Promise<unknown>>();

/** Registers what is done when a signal stops the program: all of it at the same time. */
export function closeWhenStopped(close: () => Promise<unknown>): void {
  closings.add(close);
}

/**
 * Does the work of a program that a signal (SIGINT, SIGTERM, SIGHUP) stops at any moment: what is registered is closed, whatever
 * the work is doing, and the process exits with 130. Otherwise resolves, or fails, as the work does.
 */
export async function stoppable(work: () => Promise<void>): Promise<void> {
  let isStopping = false;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        isStopping = true;
        resolve();
      });
  });
  const ending = stopped
    .then(() => Promise.allSettled([...closings].map((close) => close())))
    .then(() => process.exit(STOPPED));
  const working = work().catch((error: unknown) => {
    if (!isStopping) throw error;
  });
  await Promise.race([working, ending]);
  if (isStopping) await ending;
}
