import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestBus, eventually } from '@pks/testing';
import { Overloaded } from '../../src/index.ts';
import { type ServeOptions, type Served, asAna, faultOf, openBus, serve } from '../fixtures/bus.ts';

let bus: TestBus;
let served: Served;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  bus = await openBus();
});
afterEach(() => served.stop());
afterAll(() => bus.close());

interface Work {
  running: number;
  most: number;
  done: number;
}

/** Serves naps, and counts how many are taken at a time. */
async function serveNaps(options: ServeOptions): Promise<Work> {
  const work: Work = { running: 0, most: 0, done: 0 };
  served = await serve(
    {
      nap: async ({ ms }) => {
        work.most = Math.max(work.most, (work.running += 1));
        await pause(ms);
        work.running -= 1;
        work.done += 1;
        return { name: 'rested' };
      },
    },
    options,
  );
  return work;
}

const nap = (ms: number, deadlineMs?: number): Promise<unknown> =>
  faultOf(bus.client.call(served.things.calls.nap, { ms }, asAna(bus, deadlineMs)));

function count(outcomes: readonly unknown[], kind: string): number {
  return outcomes.filter((outcome) => (outcome as { kind?: string }).kind === kind).length;
}

describe('a service that is asked for more than it takes', () => {
  it('takes a bounded number at a time, lets a bounded number wait, and refuses the rest at once', async () => {
    const work = await serveNaps({ concurrency: 3, queued: 5 });
    const refused: number[] = [];
    const calls = Array.from({ length: 20 }, async () => {
      const outcome = await nap(700);
      if ((outcome as { kind?: string }).kind === 'overloaded') refused.push(work.done);
      return outcome;
    });
    const outcomes = await Promise.all(calls);
    expect(count(outcomes, 'overloaded')).toBe(12);
    expect(outcomes).toContainEqual(new Overloaded().data);
    expect(work).toEqual({ running: 0, most: 3, done: 8 });
    expect(refused).toEqual(Array(12).fill(0));
  });

  it('takes calls again when it is less', async () => {
    await serveNaps({ concurrency: 1, queued: 0 });
    const outcomes = await Promise.all([nap(50), nap(50)]);
    expect(count(outcomes, 'overloaded')).toBe(1);
    expect(await nap(1)).toEqual({ answered: { name: 'rested' } });
  });

  it.each([
    ['a short queue', 40, 2_000],
    ['a queue in which all would wait past their deadline', 10_000, 2_000],
  ])(
    'at three times its capacity still does nine tenths of it in time, with %s',
    async (_what, queued, deadlineMs) => {
      const napMs = 200;
      const seconds = 5;
      const concurrency = 20;
      const capacity = (1_000 / napMs) * concurrency * seconds;
      const work = await serveNaps({ concurrency, queued });
      const calls: Promise<unknown>[] = [];
      const everyMs = (seconds * 1_000) / (3 * capacity);
      const begun = Date.now();
      while (calls.length < 3 * capacity) {
        const due = Math.min(3 * capacity, (Date.now() - begun) / everyMs + 1);
        while (calls.length < due) calls.push(nap(napMs, deadlineMs));
        await pause(5);
      }
      const outcomes = await Promise.all(calls);
      const inTime = outcomes.length - count(outcomes, 'overloaded') - count(outcomes, 'deadline_exceeded');
      expect(inTime).toBeGreaterThanOrEqual(0.9 * capacity);
      expect(inTime + count(outcomes, 'overloaded')).toBeGreaterThanOrEqual(0.98 * outcomes.length);
      expect(work.most).toBe(concurrency);
      await eventually('nothing is left', () => served.server.load === 0);
      expect(bus.client.pending).toBe(0);
    },
    30_000,
  );
});
