import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@pks/contracts';
import { type TestBus, aCall, aCaller, eventually, outcomeOf, pause } from '@pks/testing';
import type { CallContext } from '../../src/index.ts';
import { type ServeOptions, type Served, openBus, serve } from '../fixtures/bus.ts';

const RESTED = { answered: { name: 'rested' } };

let bus: TestBus;
let served: Served;

beforeAll(async () => {
  bus = await openBus();
});
afterEach(() => served.stop());
afterAll(() => bus.close());

const kindOf = (outcome: unknown): unknown => (outcome as { readonly kind?: string }).kind ?? 'answered';
const nap = (context: CallContext, ms = 0): Promise<unknown> =>
  outcomeOf(bus.client.call(served.things.calls.nap, { ms }, context));

/** Serves naps, each of which takes its length. */
async function serveNaps(options: ServeOptions): Promise<void> {
  served = await serve(
    {
      nap: async ({ ms }) => {
        await pause(ms);
        return { name: 'rested' };
      },
    },
    options,
  );
}

/** Serves naps that last until the test ends them. */
async function serveLongNaps(options: ServeOptions): Promise<() => void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  served = await serve(
    {
      nap: async () => {
        await ended;
        return { name: 'rested' };
      },
    },
    options,
  );
  return end;
}

const ofProject = (): Caller => aCaller();
const outsideOfProjects = (): Caller => aCaller({ user_id: randomUUID(), project: null });

describe('a service that one tenant floods', () => {
  it('answers every call of another project, and refuses none of them', async () => {
    await serveNaps({ concurrency: 4, queued: 40 });
    const [ana, ben] = [aCaller(), aCaller()];
    let isOver = false;
    const refused = new Map<unknown, number>();
    const flood = Array.from({ length: 80 }, async () => {
      while (!isOver) {
        const kind = kindOf(await nap(aCall(ana), 5));
        refused.set(kind, (refused.get(kind) ?? 0) + 1);
      }
    });
    await eventually('it is flooded', () => refused.size > 1);
    const outcomes: unknown[] = [];
    for (let n = 0; n < 30; n += 1) outcomes.push(await nap(aCall(ben), 1));
    isOver = true;
    await Promise.all(flood);
    expect(outcomes).toEqual(Array(30).fill(RESTED));
    expect(refused.get('throttled')).toBeGreaterThan(0);
    expect(refused.get('answered')).toBeGreaterThan(0);
  });

  it.each([
    ['a project', ofProject],
    ['a user outside of projects', outsideOfProjects],
  ])('begins a call of another at once although all of the others take long: %s', async (_what, whose) => {
    const end = await serveLongNaps({ concurrency: 4, queued: 40 });
    const [ana, ben] = [whose(), whose()];
    const flood = Array.from({ length: 30 }, () => nap(aCall(ana)));
    await eventually('it is flooded', () => served.server.load === 30);
    const one = bus.client.call(served.things.calls.greet, { name: 'Ben' }, aCall(ben));
    expect(await outcomeOf(one)).toMatchObject({ kind: 'not_found' });
    expect(served.server.load).toBe(30);
    end();
    expect(await Promise.all(flood)).toEqual(Array(30).fill(RESTED));
  });

  it('tells those of its calls that make way for others when to try again', async () => {
    const end = await serveLongNaps({ concurrency: 1, queued: 3 });
    const [ana, ben] = [aCaller(), aCaller()];
    const flood = Array.from({ length: 4 }, () => nap(aCall(ana)));
    await eventually('it is full', () => served.server.load === 4);
    const other = nap(aCall(ben));
    expect(await Promise.race(flood)).toMatchObject({ kind: 'throttled', retryAfter: 1 });
    end();
    expect(await other).toEqual(RESTED);
    expect((await Promise.all(flood)).map(kindOf).sort()).toEqual([
      'answered',
      'answered',
      'answered',
      'throttled',
    ]);
    expect(served.answered.map(([, outcome]) => outcome)).toContain('throttled');
  });

  it.each([
    ['one at a time of a project', () => aCall(aCaller()), 1],
    ['as many as others for services themselves', () => aCall(null), 4],
  ])('runs calls with large answers beside others: %s', async (_whose, contextOf, expected) => {
    let [running, most] = [0, 0];
    const greet = async ({ name }: { readonly name: string }): Promise<{ name: string }> => {
      if (name === 'Ben') return { name };
      running += 1;
      most = Math.max(most, running);
      await pause(5);
      running -= 1;
      return { name: 'x'.repeat(400_000) };
    };
    served = await serve({ greet }, { concurrency: 16, queued: 100 });
    const { greet: call } = served.things.calls;
    const context = contextOf();
    const flood = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 24 }, () => bus.client.call(call, { name: 'Ana' }, context)));
    await bus.client.call(call, { name: 'Ben' }, aCall(aCaller()));
    await flood();
    most = 0;
    await flood();
    expect(most).toBe(expected);
  });

  it('tells clients without a caller apart by their addresses', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const greet = async ({ name }: { readonly name: string }): Promise<{ name: string }> => {
      await ended;
      return { name };
    };
    served = await serve({ greet }, { concurrency: 2, queued: 3 });
    const from = (clientAddress: string): Promise<unknown> => {
      const context = { ...aCall(null), clientAddress };
      return outcomeOf(bus.client.call(served.things.calls.greet, { name: 'Ana' }, context));
    };
    const flood = Array.from({ length: 5 }, () => from('192.0.2.1'));
    await eventually('it is full', () => served.server.load === 5);
    const other = from('192.0.2.2');
    expect(await Promise.race(flood)).toMatchObject({ kind: 'throttled' });
    end();
    expect(await other).toEqual({ answered: { name: 'Ana' } });
    await Promise.all(flood);
  });
});
