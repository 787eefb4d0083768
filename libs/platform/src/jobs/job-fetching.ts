/** While jobs that are done together keep being added, they are fetched at most this often, so that more come together. Milliseconds. */
const TOGETHER_EVERY_MS = 1_000;

/** Makes a worker of the library fetch jobs without waiting for the next poll. */
type Notify = (id: string) => void;

/**
 * Makes the workers of a type fetch its jobs when some were added, and again after they did some. If jobs are done together, one
 * idle worker fetches for all: at once after a pause, and once a second while jobs keep being added.
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

  /** Called when there are jobs to fetch. */
  wake(): void {
    if (this.isClosed) return;
    if (!this.isTogether) return this.ids.forEach((id) => this.notify(id));
    const due = this.fetchedAt + TOGETHER_EVERY_MS;
    this.timer ??= setTimeout(() => this.fetch(), Math.max(0, due - performance.now()));
  }

  /** Runs a worker's work on the jobs that it fetched; if it fetched as many as it can, others wait already. */
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

  /** Fetches by an idle worker. If all are busy, each of them fetches again once it is done. */
  private fetch(): void {
    this.timer = undefined;
    const idle = this.ids.find((id) => !this.busy.has(id));
    if (idle === undefined) return;
    this.fetchedAt = performance.now();
    this.notify(idle);
  }
}
