import { Overloaded } from '../errors/fault.ts';

/** Takes a bounded number of pieces of work at a time and lets a bounded number wait; one more is refused at once. */
export class Limiter {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private idle: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly queue: number,
  ) {}

  /** Pieces of work begun or waiting. */
  get load(): number {
    return this.running + this.waiting.length;
  }

  /** Begins the work when its turn comes; in order. @throws Overloaded at once when the queue is full. */
  run(work: () => Promise<void>): void {
    if (this.running < this.concurrency) this.begin(work);
    else if (this.waiting.length < this.queue) this.waiting.push(() => this.begin(work));
    else throw new Overloaded();
  }

  /** Resolves once nothing is begun or waiting. */
  async drained(): Promise<void> {
    if (this.load > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private begin(work: () => Promise<void>): void {
    this.running += 1;
    void work().finally(() => this.finish());
  }

  private finish(): void {
    this.running -= 1;
    this.waiting.shift()?.();
    if (this.load > 0) return;
    for (const resolve of this.idle.splice(0)) resolve();
  }
}
