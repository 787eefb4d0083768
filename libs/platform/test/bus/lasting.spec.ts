import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Empty, contract, lasting, nothing, rpc } from '@pks/contracts';
import { type TestBus, eventually, outcomeOf } from '@pks/testing';
import { currentCall } from '../../src/calls/call-context.ts';
import { asAna, openBus, serveContract } from '../fixtures/bus.ts';

/** The time that `serveContract` allows other calls. Milliseconds. */
const NORMAL_MS = 10_000;
const LASTING_MS = 500_000;
/** Calls of these tests wait longer than any of the deadlines. Milliseconds. */
const PATIENT_MS = 900_000;
const DONE = { answered: undefined };

let bus: TestBus;
let stop: () => Promise<void>;
let own: ReturnType<typeof ownWork>;
/** How many calls of each kind have begun. */
let begun: { think: number; look: number };
/** How much time each call still had when it began. Milliseconds. */
let left: number[];
let ended: PromiseWithResolvers<void>;

beforeAll(async () => {
  bus = await openBus();
});
beforeEach(async () => {
  own = ownWork();
  begun = { think: 0, look: 0 };
  left = [];
  ended = Promise.withResolvers();
  const work = (name: keyof typeof begun) => async (): Promise<void> => {
    begun[name] += 1;
    left.push((currentCall()?.deadline ?? 0) - Date.now());
    await ended.promise;
  };
  ({ stop } = await serveContract(own, { think: work('think'), look: work('look') }));
});
afterEach(() => stop());
afterAll(() => bus.close());

function ownWork() {
  return contract(`test-${randomUUID().slice(0, 8)}.work`, {
    think: lasting(rpc(Empty).by('authenticated').returns(nothing), { ms: LASTING_MS }),
    look: rpc(Empty).by('authenticated').returns(nothing),
  });
}

/** Makes this many calls, each as another user, because only some calls of one user run at a time. */
function many(count: number, call: 'think' | 'look'): Promise<unknown>[] {
  return Array.from({ length: count }, () => {
    const context = asAna(PATIENT_MS);
    const caller = context.caller && { ...context.caller, project: null, user_id: randomUUID() };
    return outcomeOf(bus.client.call(own.calls[call], {}, { ...context, caller }));
  });
}

describe('a lasting call', () => {
  it('has the time that its contract declares, where another has that of the service', async () => {
    const calls = [...many(1, 'think'), ...many(1, 'look')];
    await eventually('both are begun', () => left.length === 2);
    const [shorter = 0, longer = 0] = left.toSorted((a, b) => a - b);
    expect(shorter).toBeLessThanOrEqual(NORMAL_MS);
    expect(longer).toBeLessThanOrEqual(LASTING_MS);
    expect(longer).toBeGreaterThan(NORMAL_MS);
    ended.resolve();
    expect(await Promise.all(calls)).toEqual([DONE, DONE]);
  });

  it('runs while no other call finds a place', async () => {
    const others = many(20, 'look');
    await eventually('the places of others are taken', () => begun.look === 4);
    const calls = many(2, 'think');
    await eventually('it runs', () => begun.think === 2);
    expect(begun.look).toBe(4);
    ended.resolve();
    await Promise.all([...others, ...calls]);
  });

  it('keeps no other call waiting, however many of them there are', async () => {
    const calls = many(80, 'think');
    await eventually('their places are taken', () => begun.think === 64);
    const others = many(4, 'look');
    await eventually('the others run', () => begun.look === 4);
    expect(begun.think).toBe(64);
    ended.resolve();
    expect(await Promise.all([...calls, ...others])).toEqual(Array(84).fill(DONE));
    expect(begun.think).toBe(80);
  });

  it('of one project leaves places to those of others', async () => {
    const mine = Array.from({ length: 40 }, () =>
      outcomeOf(bus.client.call(own.calls.think, {}, asAna(PATIENT_MS))),
    );
    await eventually('it has its share', () => begun.think === 16);
    const [other] = many(1, 'think');
    await eventually('the other runs', () => begun.think === 17);
    ended.resolve();
    await Promise.all([...mine, other]);
  });

  it('is waited for by a service that stops', async () => {
    const calls = many(1, 'think');
    await eventually('it runs', () => begun.think === 1);
    const stopped = stop();
    ended.resolve();
    expect(await Promise.all(calls)).toEqual([DONE]);
    await stopped;
  });
});
