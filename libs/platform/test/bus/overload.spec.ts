import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestBus, eventually, outcomeOf } from '@pks/testing';
import { Overloaded } from '../../src/index.ts';
import { type ServeOptions, type Served, asAna, openBus, serve } from '../fixtures/bus.ts';

const OVERLOADED = new Overloaded().data;
const RESTED = { answered: { name: 'rested' } };

let bus: TestBus;
let served: Served;

beforeAll(async () => {
  bus = await openBus();
});
afterEach(() => served.stop());
afterAll(() => bus.close());

interface Work {
  running: number;
  most: number;
  done: number;
  end(): void;
}

/** Serves naps that last until the test ends them, and counts how many run at a time. */
async function serveNaps(options: ServeOptions): Promise<Work> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const work: Work = { running: 0, most: 0, done: 0, end };
  const nap = async (): Promise<{ name: string }> => {
    work.most = Math.max(work.most, (work.running += 1));
    await ended;
    work.running -= 1;
    work.done += 1;
    return { name: 'rested' };
  };
  served = await serve({ nap }, options);
  return work;
}

const nap = (): Promise<unknown> =>
  outcomeOf(bus.client.call(served.things.calls.nap, { ms: 0 }, asAna(60_000)));

const nothingLeft = (): Promise<void> =>
  eventually('nothing is left', () => served.server.load === 0 && bus.client.pending === 0);

describe('a service that receives more calls than it may run', () => {
  it('runs a bounded number at a time, queues a bounded number, and refuses the rest while they run', async () => {
    const work = await serveNaps({ concurrency: 3, queued: 5 });
    const outcomes: unknown[] = [];
    const calls = Array.from({ length: 20 }, async () => outcomes.push(await nap()));
    await eventually('the rest is refused', () => outcomes.length === 12);
    expect(outcomes).toEqual(Array(12).fill(OVERLOADED));
    expect(work).toMatchObject({ running: 3, most: 3, done: 0 });
    work.end();
    await Promise.all(calls);
    expect(outcomes.slice(12)).toEqual(Array(8).fill(RESTED));
    expect(work).toMatchObject({ running: 0, most: 3, done: 8 });
    await nothingLeft();
  });

  it('accepts calls again when the load drops', async () => {
    const work = await serveNaps({ concurrency: 1, queued: 0 });
    const first = nap();
    await eventually('it runs', () => work.running === 1);
    expect(await nap()).toEqual(OVERLOADED);
    work.end();
    expect(await first).toEqual(RESTED);
    expect(await nap()).toEqual(RESTED);
  });

  it('answers each of a thousand concurrent calls', async () => {
    const work = await serveNaps({ concurrency: 20, queued: 40 });
    work.end();
    const outcomes = await Promise.all(Array.from({ length: 1_000 }, nap));
    const refused = outcomes.filter((outcome) => (outcome as { kind?: string }).kind === 'overloaded');
    expect(refused.length + work.done).toBe(1_000);
    expect(work.done).toBeGreaterThanOrEqual(60);
    expect(work.most).toBeLessThanOrEqual(20);
    await nothingLeft();
  });
});
