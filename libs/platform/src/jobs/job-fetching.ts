/** While jobs that are done together are added without end, they are fetched this often, so that more of them come together. Milliseconds. */
const TOGETHER_EVERY_MS = 1_000;

/** Has a worker of the library fetch jobs without waiting for the next poll. */
type Notify = (id: string) => void;

/**
 * Has the workers of a type fetch its jobs when some were added, and again after those that they did. Where jobs are done together,
 * one that is idle fetches for all: at once after a pause, and once a second while jobs are added without end.
 */
export class JobFetching {
  private readonly ids: string[] = [];
  private readonly busy = new Set<string>();
  private fetchedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly isTogether: boolean,
    private readonly notify: Notify,
  ) {}

  /** Adds a worker. */
  add(id: string): void {
    this.ids.push(id);
  }

  /** There are jobs to be fetched. */
  wake(): void {
    if (this.isClosed) return;
    if (!this.isTogether) return this.ids.forEach((id) => this.notify(id));
    const due = this.fetchedAt + TOGETHER_EVERY_MS;
    this.timer ??= setTimeout(() => this.fetch(), Math.max(0, due - performance.now()));
  }

  /** Runs what a worker does with jobs that it fetched; where those were as many as it fetches, others wait already. */
  async while<T>(id: string, isFull: boolean, work: () => Promise<T>): Promise<T> {
    this.busy.add(id);
    if (isFull) this.fetchedAt = -Infinity;
    try {
      return await work();
    } finally {
      this.busy.delete(id);
      if (this.isTogether) this.wake();
      else if (!this.isClosed) this.notify(id);
    }
  }

  /** Fetches no more, except what the library polls. */
  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** While all are busy, none: each wakes them when it is done. */
  private fetch(): void {
    this.timer = undefined;
    const idle = this.ids.find((id) => !this.busy.has(id));
    if (idle === undefined) return;
    this.fetchedAt = performance.now();
    this.notify(idle);
  }
}
