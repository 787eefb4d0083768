import { beforeEach, describe, expect, it } from '@jest/globals';
import { TestClock } from '@pks/testing';
import { Overloaded } from '../errors/fault.ts';
import { Limiter } from './limiter.ts';

const LIMITS = { concurrency: 1, queue: 100, congestion: { afterMs: 250, waitMs: 50, retryMs: 1_000 } };

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that ends when a test says so. */
class Task {
  fault: unknown;
  end: () => void = () => undefined;

  constructor(limiter: Limiter, key: string) {
    const work = (): Promise<void> => new Promise((resolve) => (this.end = resolve));
    limiter.take(clock.now().getTime() + 60_000, key, work).catch((fault: unknown) => (this.fault = fault));
  }
}

async function tasks(limiter: Limiter, count: number, key = 'a'): Promise<Task[]> {
  const all = Array.from({ length: count }, () => new Task(limiter, key));
  await turn();
  return all;
}

/** Ends this many tasks, one every 40 ms, while others wait; then one more comes. */
async function worked(limiter: Limiter, all: readonly Task[], count: number): Promise<Task[]> {
  for (const task of all.slice(0, count)) {
    clock.advance(40);
    task.end();
    await turn();
  }
  return [...all, ...(await tasks(limiter, 1))];
}

async function ended(all: readonly Task[]): Promise<void> {
  for (const task of all) {
    task.end();
    await turn();
  }
}

const refused = (all: readonly Task[]): boolean[] => all.map(({ fault }) => fault instanceof Overloaded);

describe('a line that does not end', () => {
  it('is as long as its deadlines allow in a burst', async () => {
    const limiter = new Limiter(LIMITS, clock);
    const all = await worked(limiter, await tasks(limiter, 20), 5);
    expect(refused(all)).not.toContain(true);
  });

  it('is kept short: the newest are refused, and so is what comes then', async () => {
    const limiter = new Limiter(LIMITS, clock);
    const before = await tasks(limiter, 20);
    await worked(limiter, before, 7);
    expect(refused(before).slice(0, 9)).not.toContain(true);
    expect(refused(before).slice(12)).not.toContain(false);
    expect(refused(await tasks(limiter, 5)).at(-1)).toBe(true);
  });

  it('may be long again once nothing has waited for a while, and what was refused has had time to come back', async () => {
    const limiter = new Limiter(LIMITS, clock);
    const all = await worked(limiter, await tasks(limiter, 20), 7);
    expect(refused(all)).toContain(true);
    await ended(all);
    expect(limiter.load).toBe(0);
    clock.advance(999);
    const back = await tasks(limiter, 20);
    expect(refused(back)).toContain(true);
    await ended(back);
    clock.advance(1_001);
    expect(refused(await tasks(limiter, 20))).not.toContain(true);
  });

  it('may be long again as soon as nothing has waited for a while, if nothing had to be refused', async () => {
    const limiter = new Limiter(LIMITS, clock);
    const all = await worked(limiter, await tasks(limiter, 9), 7);
    expect(refused(all)).not.toContain(true);
    await ended(all);
    clock.advance(251);
    expect(refused(await tasks(limiter, 20))).not.toContain(true);
  });

  it('leaves the line of another as it is', async () => {
    const limiter = new Limiter({ ...LIMITS, concurrency: 2, mostOfOne: 1 }, clock);
    const all = await worked(limiter, await tasks(limiter, 20), 7);
    expect(refused(all)).toContain(true);
    expect(refused(await tasks(limiter, 20, 'b'))).not.toContain(true);
  });
});
