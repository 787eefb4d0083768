import { type Fault, Overloaded } from '../errors/fault.ts';
import type { Clock } from '../time/clock.ts';

/** The weight of the latest piece of work in the mean time that work takes. */
const WEIGHT = 1 / 16;

/** A piece of work with a deadline, after which its result is of no use. */
export interface Work {
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  begin(): Promise<void>;
  /** Called instead of `begin` when the deadline has passed in the queue. */
  expire(): void;
}

/**
 * Runs a bounded number of pieces of work at a time and queues a bounded number; one more is refused immediately. So is
 * one that would queue for more than half of its time, judging by how long work took recently: its result would come too
 * late.
 */
export class Limiter {
  private running = 0;
  private meanMs = 0;
  private readonly waiting: Work[] = [];
  private idle: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly queue: number,
    private readonly clock: Clock,
    private readonly refusal: () => Fault = () => new Overloaded(),
  ) {}

  /** Pieces of work that run or wait. */
  get load(): number {
    return this.running + this.waiting.length;
  }

  /**
   * Begins the work when its turn comes, in order.
   * @throws Overloaded, or another refusal, when the queue is full, or too long for the work's deadline.
   */
  run(work: Work): void {
    if (this.running < this.concurrency) return this.begin(work, this.now);
    if (this.waiting.length >= this.queue) throw this.refusal();
    if (this.expectedWaitMs > (work.deadline - this.now) / 2) throw this.refusal();
    this.waiting.push(work);
  }

  /** Resolves once nothing runs or waits. */
  async drained(): Promise<void> {
    if (this.load > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private get now(): number {
    return this.clock.now().getTime();
  }

  /** The expected time until one more would begin. Milliseconds. */
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
    const { now } = this;
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
