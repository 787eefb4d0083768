import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { gathered } from './gathered.ts';

const EVERY_MS = 50;
const HANDLING_MS = 10;

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A source to which a test adds. */
class Source implements AsyncIterable<number> {
  private readonly added: number[] = [];
  private hasEnded = false;
  private wake = (): void => undefined;

  add(...numbers: readonly number[]): void {
    this.added.push(...numbers);
    this.wake();
  }

  end(): void {
    this.hasEnded = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<number> {
    while (!this.hasEnded || this.added.length > 0) {
      const next = this.added.shift();
      if (next !== undefined) yield next;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}

interface Gathering {
  /** Each batch after the time at which it was yielded. Milliseconds. */
  readonly batches: readonly (readonly [atMs: number, ...numbers: number[]])[];
  readonly end: Promise<void>;
}

/** Gathers from a source, and handles each batch for a while. */
function gatheringFrom(source: Source, most = 10, handlingMs = HANDLING_MS): Gathering {
  const began = Date.now();
  const batches: [number, ...number[]][] = [];
  const handleAll = async (): Promise<void> => {
    for await (const batch of gathered(source, most, EVERY_MS)) {
      batches.push([Date.now() - began, ...batch]);
      await new Promise((resolve) => setTimeout(resolve, handlingMs));
    }
  };
  return { batches, end: handleAll() };
}

const pass = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

describe('what is gathered', () => {
  it('is what comes after a pause, at once', async () => {
    const source = new Source();
    const { batches } = gatheringFrom(source);
    source.add(1);
    await pass(EVERY_MS);
    source.add(2, 3);
    await pass(0);
    expect(batches).toEqual([
      [0, 1],
      [50, 2, 3],
    ]);
  });

  it('is all that comes until some time has passed since the last ones', async () => {
    const source = new Source();
    const { batches } = gatheringFrom(source);
    source.add(1, 2);
    await pass(HANDLING_MS);
    source.add(3);
    await pass(EVERY_MS - HANDLING_MS - 1);
    source.add(4);
    expect(batches).toEqual([[0, 1, 2]]);
    await pass(1 + HANDLING_MS);
    source.add(5);
    await pass(EVERY_MS);
    expect(batches).toEqual([
      [0, 1, 2],
      [50, 3, 4],
      [100, 5],
    ]);
  });

  it('is what comes next, also where the clock of the machine is set back meanwhile', async () => {
    const source = new Source();
    const { batches } = gatheringFrom(source);
    source.add(1);
    await pass(0);
    jest.setSystemTime(0);
    source.add(2);
    await pass(EVERY_MS);
    expect(batches.map(([, ...numbers]) => numbers)).toEqual([[1], [2]]);
  });

  it('is the most at a time, without a pause while as many wait', async () => {
    const source = new Source();
    const { batches } = gatheringFrom(source, 2);
    source.add(1, 2, 3, 4, 5);
    await pass(3 * HANDLING_MS);
    expect(batches).toEqual([
      [0, 1, 2],
      [10, 3, 4],
      [20, 5],
    ]);
  });

  it('is what waits, at once, where the last ones took longer than the time between', async () => {
    const pauses = jest.spyOn(globalThis, 'setTimeout');
    const source = new Source();
    const { batches } = gatheringFrom(source, 10, 3 * EVERY_MS);
    source.add(1);
    await pass(EVERY_MS);
    source.add(2);
    await pass(3 * EVERY_MS);
    expect(batches).toEqual([
      [0, 1],
      [150, 2],
    ]);
    expect(pauses.mock.calls.filter(([, milliseconds]) => Number(milliseconds) < 0)).toEqual([]);
  });

  it('is all of a source that ends', async () => {
    const source = new Source();
    const { batches, end } = gatheringFrom(source);
    source.add(1, 2, 3);
    await pass(HANDLING_MS);
    source.add(4);
    source.end();
    await pass(2 * EVERY_MS);
    await end;
    expect(batches).toEqual([
      [0, 1, 2, 3],
      [50, 4],
    ]);
  });
});
