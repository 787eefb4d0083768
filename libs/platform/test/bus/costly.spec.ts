import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Empty, contract, costly, nothing, rpc } from '@pks/contracts';
import { type TestBus, eventually, outcomeOf } from '@pks/testing';
import { Throttled } from '../../src/index.ts';
import { asAna, openBus, serveContract } from '../fixtures/bus.ts';

const own = contract(`test-${randomUUID().slice(0, 8)}.work`, {
  hash: costly(rpc(Empty).by('authenticated').returns(nothing)),
  look: rpc(Empty).by('authenticated').returns(nothing),
});
const DONE = { answered: undefined };

let bus: TestBus;
let stop: () => Promise<void>;
let running = 0;
let end: () => void;

beforeAll(async () => {
  bus = await openBus();
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  end = resolve;
  const hash = async (): Promise<void> => {
    running += 1;
    await ended;
  };
  ({ stop } = await serveContract(own, { hash, look: async () => undefined }));
});
afterAll(async () => {
  await stop();
  await bus.close();
});

it('costly calls run four at a time, sixteen wait, one more is throttled at once, and other calls are served meanwhile', async () => {
  const outcomes: unknown[] = [];
  const calls = Array.from({ length: 60 }, async () => {
    outcomes.push(await outcomeOf(bus.client.call(own.calls.hash, {}, asAna(60_000))));
  });
  await eventually('the rest is refused', () => outcomes.length === 40);
  expect(outcomes).toEqual(Array(40).fill(new Throttled(1).data));
  expect(running).toBe(4);
  expect(await outcomeOf(bus.client.call(own.calls.look, {}, asAna()))).toEqual(DONE);
  end();
  await Promise.all(calls);
  expect(outcomes.slice(40)).toEqual(Array(20).fill(DONE));
});
