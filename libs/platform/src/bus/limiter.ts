import { Overloaded } from '../errors/fault.ts';

/** Of the mean time that work takes, what its latest piece weighs. */
const WEIGHT = 1 / 16;

/** A piece of work that nobody waits for after its deadline. */
export interface Work {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  begin(): Promise<void>;
  /** Called instead of `begin` when the deadline has passed in the queue. */
  expire(): void;
}

/**
 * Takes a bounded number of pieces of work at a time and lets a bounded number wait; one more is refused at once. So is
 * one that would wait for more than half of its time, by what work took lately: it would only be begun to be thrown away.
 */
export class Limiter {
  private running = 0;
  private meanMs = 0;
  private readonly waiting: Work[] = [];
  private idle: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly queue: number,
  ) {}

  /** Pieces of work begun or waiting. */
  get load(): number {
    return this.running + this.waiting.length;
  }

  /** Begins the work when its turn comes; in order. @throws Overloaded at once when the queue is full, or too long for the work's deadline. */
  run(work: Work): void {
    if (this.running < this.concurrency) return this.begin(work, Date.now());
    if (this.waiting.length >= this.queue) throw new Overloaded();
    if (this.expectedWaitMs > (work.deadline - Date.now()) / 2) throw new Overloaded();
    this.waiting.push(work);
  }

  /** Resolves once nothing is begun or waiting. */
  async drained(): Promise<void> {
    if (this.load > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  /** Until one more would begin. */
  private get expectedWaitMs(): number {
    return (this.meanMs * (this.waiting.length + 1)) / this.concurrency;
  }

  private begin(work: Work, now: number): void {
    if (work.deadline <= now) return work.expire();
    this.running += 1;
    const finish = (): void => this.finish(now);
    work.begin().then(finish, finish);
  }

  private finish(begun: number): void {
    const now = Date.now();
    this.running -= 1;
    this.meanMs += (now - begun - this.meanMs) * WEIGHT;
    while (this.running < this.concurrency) {
      const next = this.waiting.shift();
      if (!next) break;
      this.begin(next, now);
    }
    if (this.load > 0) return;
    for (const resolve of this.idle.splice(0)) resolve();
  }
}
