import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TestClock, eventually } from '@pks/testing';
import { SystemClock } from '../time/clock.ts';
import { DeadlineExceeded, type Fault, Overloaded, Throttled } from '../errors/fault.ts';
import { Limiter, type Work } from './limiter.ts';

let clock: TestClock;

beforeEach(() => {
  clock = new TestClock();
});

/** The deadline of a piece of work with this much time left. */
const within = (ms: number): number => clock.now().getTime() + ms;

/** Work that ends when a test says so. */
class Piece implements Work {
  state: 'waits' | 'begun' | 'expired' | 'refused' = 'waits';
  fault: Fault | undefined;
  end: (error?: Error, bytes?: number) => void = () => undefined;

  constructor(readonly deadline = within(60_000)) {}

  begin(): Promise<number> {
    this.state = 'begun';
    return new Promise((resolve, reject) => {
      this.end = (error, bytes = 0) => (error ? reject(error) : resolve(bytes));
    });
  }

  expire(): void {
    this.state = 'expired';
  }

  refuse(fault: Fault): void {
    this.state = 'refused';
    this.fault = fault;
  }
}

function pieces(limiter: Limiter, count: number, key?: string): Piece[] {
  return Array.from({ length: count }, () => {
    const piece = new Piece();
    limiter.run(piece, key);
    return piece;
  });
}

const states = (all: readonly Piece[]): string[] => all.map(({ state }) => state);

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a limiter', () => {
  it('runs up to its limit at a time, and queues the rest in order', async () => {
    const limiter = new Limiter({ concurrency: 2, queue: 10 }, clock);
    const all = pieces(limiter, 4);
    expect(all.map((piece) => piece.state)).toEqual(['begun', 'begun', 'waits', 'waits']);
    all[1]?.end();
    await turn();
    expect(all.map((piece) => piece.state)).toEqual(['begun', 'begun', 'begun', 'waits']);
  });

  it('refuses one more immediately when its queue is full, and accepts it when one is done', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 1 }, clock);
    const [first] = pieces(limiter, 2);
    expect(() => limiter.run(new Piece())).toThrow(Overloaded);
    expect(limiter.load).toBe(2);
    first?.end();
    await turn();
    expect(() => limiter.run(new Piece())).not.toThrow();
  });

  it('queues nothing when it has no queue', () => {
    const limiter = new Limiter({ concurrency: 1, queue: 0 }, clock);
    pieces(limiter, 1);
    expect(() => limiter.run(new Piece())).toThrow(Overloaded);
  });

  it('never begins what is past its deadline, on arrival or after waiting', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 10 }, clock);
    const late = new Piece(within(-1));
    limiter.run(late);
    expect(late.state).toBe('expired');
    const [first] = pieces(limiter, 1);
    const soonLate = new Piece(within(20));
    limiter.run(soonLate);
    const [last] = pieces(limiter, 1);
    clock.advance(40);
    first?.end();
    await turn();
    expect(soonLate.state).toBe('expired');
    expect(last?.state).toBe('begun');
  });

  it('continues when work fails', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 1 }, clock);
    const [first, second] = pieces(limiter, 2);
    first?.end(new Error('defect'));
    await turn();
    expect(second?.state).toBe('begun');
  });

  it('refuses what would wait for more than half of its time, by how long work took recently', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 1_000 }, clock);
    for (let n = 0; n < 40; n += 1) {
      const [piece] = pieces(limiter, 1);
      clock.advance(10);
      piece?.end();
      await turn();
    }
    pieces(limiter, 1);
    const taken = { inAMinute: 0, inASecond: 0 };
    const tryFor = (ms: number): boolean => {
      try {
        limiter.run(new Piece(within(ms)));
        return true;
      } catch {
        return false;
      }
    };
    while (taken.inASecond < 900 && tryFor(1_000)) taken.inASecond += 1;
    expect(taken.inASecond).toBeGreaterThan(45);
    expect(taken.inASecond).toBeLessThan(60);
    expect(tryFor(60_000)).toBe(true);
  });

  it('is drained once nothing runs or waits', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 1 }, clock);
    await limiter.drained();
    const [first, second] = pieces(limiter, 2);
    const drained = limiter.drained().then(() => second?.state);
    first?.end();
    await turn();
    second?.end();
    await expect(drained).resolves.toBe('begun');
    expect(limiter.load).toBe(0);
  });

  it('is drained when the last that waits expires', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 1 }, clock);
    const [first] = pieces(limiter, 1);
    limiter.run(new Piece(within(5)));
    const drained = limiter.drained();
    clock.advance(20);
    first?.end();
    await drained;
    expect(limiter.load).toBe(0);
  });
});

describe('work that takes its turn', () => {
  it('gives its result, or its error', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 2 }, clock);
    const failing = limiter.take(within(60_000), '', () => Promise.reject(new Error('defect')));
    const good = limiter.take(within(60_000), '', async () => 'done');
    await expect(failing).rejects.toThrow('defect');
    expect(await good).toBe('done');
  });

  it('may be whatever is done until it leaves', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 2 }, clock);
    const leave = await limiter.enter(within(60_000), 'a');
    let entered = false;
    const next = limiter.enter(within(60_000), 'a').then((leaveToo) => {
      entered = true;
      leaveToo();
    });
    await turn();
    expect(entered).toBe(false);
    leave();
    await next;
    await turn();
    const [first] = pieces(limiter, 1, 'a');
    const late = limiter.enter(within(60_000), 'a');
    clock.advance(60_001);
    first?.end();
    await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
  });

  it('is not begun when it is refused, makes way, or is too late', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 2 }, clock);
    const [first] = pieces(limiter, 1, 'a');
    const never = (): Promise<never> => Promise.reject(new Error('It was begun.'));
    const late = limiter.take(within(60_000), 'a', never);
    const newest = limiter.take(within(90_000), 'a', never);
    const other = limiter.take(within(90_000), 'b', async () => 'done');
    await expect(newest).rejects.toBeInstanceOf(Throttled);
    await expect(limiter.take(within(90_000), 'a', never)).rejects.toBeInstanceOf(Overloaded);
    clock.advance(60_001);
    first?.end();
    await expect(late).rejects.toBeInstanceOf(DeadlineExceeded);
    expect(await other).toBe('done');
  });
});

describe('a limiter that tenants share', () => {
  it('begins next what is of the tenant of whom the fewest run, whoever came first', async () => {
    const limiter = new Limiter({ concurrency: 3, queue: 10 }, clock);
    const ofA = pieces(limiter, 6, 'a');
    const ofB = pieces(limiter, 2, 'b');
    ofA[0]?.end();
    await turn();
    expect([states(ofA), states(ofB)]).toEqual([
      ['begun', 'begun', 'begun', 'waits', 'waits', 'waits'],
      ['begun', 'waits'],
    ]);
    ofA[1]?.end();
    await turn();
    expect(states(ofB)).toEqual(['begun', 'begun']);
    ofB[0]?.end();
    await turn();
    expect(states(ofA)).toEqual(['begun', 'begun', 'begun', 'begun', 'waits', 'waits']);
  });

  it('takes turns among those of whom as many run', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 10 }, clock);
    const [first] = pieces(limiter, 1, 'a');
    const begun: string[] = [];
    let running = first;
    for (const key of ['a', 'a', 'b', 'b', 'c', 'a']) {
      const piece = Object.assign(new Piece(), { key });
      const begin = piece.begin.bind(piece);
      piece.begin = () => {
        begun.push(key);
        running = piece;
        return begin();
      };
      limiter.run(piece, key);
    }
    while (begun.length < 6) {
      running?.end();
      await turn();
    }
    expect(begun.join('')).toBe('bcabaa');
  });

  it('leaves places to the others that one tenant does not get', async () => {
    const limiter = new Limiter({ concurrency: 4, queue: 10, mostOfOne: 3 }, clock);
    const ofA = pieces(limiter, 5, 'a');
    const [ofB] = pieces(limiter, 1, 'b');
    expect(states(ofA)).toEqual(['begun', 'begun', 'begun', 'waits', 'waits']);
    expect(ofB?.state).toBe('begun');
    ofB?.end();
    await turn();
    expect(states(ofA)).toEqual(['begun', 'begun', 'begun', 'waits', 'waits']);
    ofA[0]?.end();
    await turn();
    expect(ofA[3]?.state).toBe('begun');
  });

  it('runs fewer of a tenant at a time while others are present, and afterwards what waits, in order', async () => {
    const limiter = new Limiter({ concurrency: 4, queue: 20, mostOfOne: 3, mostBesideOthers: 1 }, clock);
    const ofA = pieces(limiter, 6, 'a');
    expect(states(ofA)).toEqual(['begun', 'begun', 'begun', 'waits', 'waits', 'waits']);
    const [ofB] = pieces(limiter, 1, 'b');
    expect(ofB?.state).toBe('begun');
    for (const piece of [ofA[0], ofA[1], ofB]) piece?.end();
    await turn();
    expect(states(ofA).filter((state) => state === 'waits')).toHaveLength(3);
    ofA[2]?.end();
    await turn();
    expect(states(ofA)).toEqual(['begun', 'begun', 'begun', 'begun', 'waits', 'waits']);
    clock.advance(10_001);
    ofA.push(...pieces(limiter, 1, 'a'));
    expect(states(ofA)).toEqual([...Array(6).fill('begun'), 'waits']);
    ofA[3]?.end();
    await turn();
    expect(states(ofA)).toEqual(Array(7).fill('begun'));
  });

  it('runs fewer at a time, beside others, of a tenant whose work reads and writes much', async () => {
    const limits = { concurrency: 8, queue: 50, mostOfOne: 6, mostBesideOthers: 4, bytesOfOne: 1_000 };
    const limiter = new Limiter(limits, clock);
    const running = (all: readonly Piece[]): Piece[] => all.filter(({ state }) => state === 'begun');
    const end = async (all: Iterable<Piece>, bytes: number): Promise<void> => {
      for (const piece of all) {
        piece.state = 'refused';
        piece.end(undefined, bytes);
        await turn();
      }
      await eventually('the next begins', () => limiter.load === 0 || running(large).length > 0);
    };
    let large: Piece[] = [];
    await end(pieces(limiter, 1, 'b'), 0);
    large = pieces(limiter, 40, 'a');
    expect(running(large)).toHaveLength(4);
    for (let n = 0; n < 15; n += 1) await end(running(large).slice(0, 1), 100_000);
    expect(running(large)).toHaveLength(1);
    expect(running(pieces(limiter, 5, 'b'))).toHaveLength(4);
    for (let n = 0; n < 15; n += 1) await end(running(large).slice(0, 1), 500);
    expect(running(large)).toHaveLength(3);
  });

  it('leaves the processors to others for as long as such work took', async () => {
    const limits = { concurrency: 2, queue: 50, mostBesideOthers: 1, bytesOfOne: 1_000 };
    const limiter = new Limiter(limits, clock);
    pieces(limiter, 1, 'b')[0]?.end();
    await turn();
    const [first, second] = pieces(limiter, 2, 'a');
    clock.advance(9_000);
    const ended = performance.now();
    first?.end(undefined, 100_000);
    await eventually('the second begins', () => second?.state === 'begun');
    expect(performance.now() - ended).toBeGreaterThan(240);
    const third = limiter.take(within(60_000), 'a', async () => 'done');
    clock.advance(10_001);
    second?.end(undefined, 100_000);
    await turn();
    expect(await third).toBe('done');
    expect(limiter.load).toBe(0);
  });

  it('refuses the newest of the tenant with the most, 429, when it is full, and never one with less', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 4 }, clock);
    const ofA = pieces(limiter, 5, 'a');
    const ofB = pieces(limiter, 2, 'b');
    expect(states(ofA)).toEqual(['begun', 'waits', 'waits', 'refused', 'refused']);
    expect(ofA[4]?.fault).toBeInstanceOf(Throttled);
    expect(ofA[4]?.fault?.data.retryAfter).toBe(1);
    expect(states(ofB)).toEqual(['waits', 'waits']);
    expect(limiter.load).toBe(5);
  });

  it('refuses those who have no more than their share as overloaded', () => {
    const limiter = new Limiter({ concurrency: 1, queue: 4 }, clock);
    pieces(limiter, 3, 'a');
    pieces(limiter, 2, 'b');
    for (const key of ['a', 'b']) expect(() => pieces(limiter, 1, key)).toThrow(Overloaded);
    pieces(limiter, 1, 'c');
    expect(() => pieces(limiter, 1, 'c')).toThrow(Overloaded);
  });

  it('refuses one that fills it as overloaded while it is alone, and as throttled while there are others', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 2 }, clock);
    const [first] = pieces(limiter, 1, 'b');
    first?.end();
    await turn();
    pieces(limiter, 3, 'a');
    expect(() => pieces(limiter, 1, 'a')).toThrow(Throttled);
    clock.advance(10_001);
    expect(() => pieces(limiter, 1, 'a')).toThrow(Overloaded);
  });

  it('expects a short wait for a tenant who has nothing in a long queue', async () => {
    const limiter = new Limiter({ concurrency: 1, queue: 1_000 }, clock);
    for (let n = 0; n < 40; n += 1) {
      const [piece] = pieces(limiter, 1, 'a');
      clock.advance(100);
      piece?.end();
      await turn();
    }
    pieces(limiter, 201, 'a');
    expect(() => limiter.run(new Piece(within(1_000)), 'a')).toThrow(Overloaded);
    expect(() => limiter.run(new Piece(within(1_000)), 'b')).not.toThrow();
    expect(() => limiter.run(new Piece(within(1_000)), 'a')).toThrow(Throttled);
  });
});

it('gives up what waits for work that never ends, at its deadline', async () => {
  jest.useFakeTimers();
  try {
    const limiter = new Limiter({ concurrency: 1, queue: 10 }, new SystemClock());
    const never = (): Promise<void> => new Promise(() => undefined);
    void limiter.take(Date.now() + 60_000, '', never);
    const waiting = limiter.take(Date.now() + 1_000, '', never);
    const outcome = expect(waiting).rejects.toBeInstanceOf(DeadlineExceeded);
    jest.advanceTimersByTime(1_000);
    await outcome;
    expect(limiter.load).toBe(1);
  } finally {
    jest.useRealTimers();
  }
});

it('takes what is given up out of the line, and begins nothing of it', async () => {
  const limiter = new Limiter({ concurrency: 1, queue: 1 }, clock);
  const [first] = pieces(limiter, 1);
  const caller = new AbortController();
  const second = limiter.take(within(60_000), '', async () => 'second', caller.signal);
  caller.abort();
  await expect(second).rejects.toBeInstanceOf(DeadlineExceeded);
  const third = limiter.take(within(60_000), '', async () => 'third', new AbortController().signal);
  first?.end();
  await expect(third).resolves.toBe('third');
  await limiter.drained();
});

it('measures time, and not what the clock says: one that was set back counts nobody as present for days', async () => {
  const limiter = new Limiter({ concurrency: 2, queue: 10, mostBesideOthers: 1 }, clock);
  const [other] = pieces(limiter, 1, 'b');
  other?.end();
  await turn();
  clock.setBack(2 * 24 * 60 * 60 * 1_000);
  clock.advance(10_001);
  expect(states(pieces(limiter, 2, 'a'))).toEqual(['begun', 'begun']);
});
