import type { BoundedRun } from './bounded-run.ts';

/** Runs bounded processes, any number at once, until it is closed. */
export class BoundedRuns {
  private readonly running = new Set<BoundedRun<unknown>>();
  private closed = false;

  /** Starts a run, and resolves with its result. @throws Error once closed */
  async finish<T>(start: () => BoundedRun<T>): Promise<T> {
    if (this.closed) throw closedError();
    const run = start();
    this.running.add(run);
    try {
      return await run.result;
    } finally {
      this.running.delete(run);
    }
  }

  /** Ends the runs under way, and starts no more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const run of this.running) run.stop(closedError());
    await Promise.allSettled([...this.running].map(({ result }) => result));
  }
}

function closedError(): Error {
  return new Error('The reader is closed.');
}
