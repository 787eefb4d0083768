import type { BoundedRun } from './bounded-run.ts';

/** Runs bounded processes, a limited number at a time, in order. */
export class BoundedRuns {
  private readonly running = new Set<BoundedRun<unknown>>();
  private readonly waiting: (() => void)[] = [];
  private begun = 0;
  private closed = false;

  constructor(private readonly atOnce: number) {}

  /** Does work when it is its turn. @throws Error once closed */
  async turn<T>(work: () => Promise<T>): Promise<T> {
    await this.begin();
    try {
      this.assertOpen();
      return await work();
    } finally {
      this.pass();
    }
  }

  /** Starts a run, as the work of a turn, and resolves with its result. @throws Error once closed */
  async finish<T>(start: () => BoundedRun<T>): Promise<T> {
    this.assertOpen();
    const run = start();
    this.running.add(run);
    try {
      return await run.result;
    } finally {
      this.running.delete(run);
    }
  }

  /** Ends the runs under way, refuses those that wait, and starts no more. */
  async close(): Promise<void> {
    this.closed = true;
    for (const run of this.running) run.stop(closedError());
    await Promise.allSettled([...this.running].map(({ result }) => result));
  }

  private async begin(): Promise<void> {
    if (this.begun < this.atOnce) this.begun += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The next waiting run takes this one's place. */
  private pass(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.begun -= 1;
  }

  private assertOpen(): void {
    if (this.closed) throw closedError();
  }
}

function closedError(): Error {
  return new Error('The reader is closed.');
}
