import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestClock } from '@pks/testing';
import { Limiter, type Work } from './limiter.ts';

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

/** The deadline of a piece of work with this much time left. */
const within = (ms: number): number => clock.now().getTime() + ms;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const NAP_MS = 200;

/** Work that takes as long as any other, once it has begun. */
class Nap implements Work {
  endsAt: number | undefined;
  isExpired = false;
  private readonly ended = Promise.withResolvers<number>();

  constructor(readonly deadline: number) {}

  begin(): Promise<number> {
    this.endsAt = within(NAP_MS);
    return this.ended.promise;
  }

  expire(): void {
    this.isExpired = true;
  }

  refuse(): void {
    this.isExpired = true;
  }

  end(): void {
    this.ended.resolve(0);
  }
}

describe('a limiter under three times the load that it can handle', () => {
  it.each([
    ['a short queue', 40],
    ['a queue in which all would wait past their deadline', 10_000],
  ])('completes nine tenths of its capacity in time, with %s', async (_what, queue) => {
    const [concurrency, seconds, deadlineMs] = [20, 5, 2_000];
    const capacity = (1_000 / NAP_MS) * concurrency * seconds;
    const limiter = new Limiter({ concurrency, queue }, clock);
    const naps: Nap[] = [];
    let given = 0;
    const give = (): void => {
      const nap = new Nap(within(deadlineMs));
      given += 1;
      try {
        limiter.run(nap);
        naps.push(nap);
      } catch {
        // The nap is refused.
      }
    };
    for (let ms = 0; ms < seconds * 1_000 || limiter.load > 0; ms += 1) {
      const isOver = ({ endsAt }: Nap): boolean => endsAt === clock.now().getTime();
      const over = naps.filter(isOver);
      for (const nap of over) nap.end();
      if (over.length > 0) await turn();
      while (given < Math.min(3 * capacity, (ms * 3 * capacity) / (seconds * 1_000))) give();
      clock.advance(1);
    }
    const inTime = naps.filter(({ endsAt, deadline }) => endsAt !== undefined && endsAt <= deadline);
    expect(given).toBe(3 * capacity);
    expect(inTime.length).toBeGreaterThanOrEqual(0.9 * capacity);
    expect(naps.length - inTime.length).toBeLessThanOrEqual(0.02 * given);
  });
});
