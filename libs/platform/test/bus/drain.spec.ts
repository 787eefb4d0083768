import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestBus, eventually, outcomeOf, pause } from '@pks/testing';
import { type ChunkedBody, Json, Unavailable } from '../../src/index.ts';
import { type Handlers, asAna, openBus, ownThings, serve } from '../fixtures/bus.ts';

let bus: TestBus;

beforeAll(async () => {
  bus = await openBus();
});
afterAll(() => bus.close());

function replica(name: string, done: string[]): Partial<Handlers> {
  return {
    nap: async ({ ms }) => {
      await pause(ms);
      done.push(name);
      return { name };
    },
    big: async ({ bytes }) => new Json(`{"name":"${'x'.repeat(bytes)}"}`),
  };
}

describe('a replica that is drained', () => {
  it('loses none of 2,500 calls under load, which the other replica takes over', async () => {
    const things = ownThings();
    const done: string[] = [];
    const [first, second] = await Promise.all(
      ['first', 'second'].map((name) => serve(replica(name, done), { things, concurrency: 16, queued: 500 })),
    );
    let begun = 0;
    let stopped: Promise<void> | undefined;
    const failed: unknown[] = [];
    const callers = Array.from({ length: 48 }, async () => {
      while ((begun += 1) <= 2_500) {
        if (begun === 1_200) stopped = first?.stop();
        const outcome = await outcomeOf(bus.client.call(things.calls.nap, { ms: 4 }, asAna()));
        if (!Object.hasOwn(outcome as object, 'answered')) failed.push(outcome);
      }
    });
    await Promise.all(callers);
    await stopped;
    expect(failed).toEqual([]);
    expect(done).toHaveLength(2_500);
    expect(new Set(done)).toEqual(new Set(['first', 'second']));
    expect(first?.connection.connected).toBe(false);
    await second?.stop();
  });

  it('answers what it accepted and what waits, and accepts no more', async () => {
    const done: string[] = [];
    const { promise: rested, resolve: wake } = Promise.withResolvers<void>();
    const nap = async (): Promise<{ name: string }> => {
      await rested;
      done.push('one');
      return { name: 'one' };
    };
    const one = await serve({ nap }, { concurrency: 2 });
    const { nap: call } = one.things.calls;
    const taken = Array.from({ length: 6 }, () => bus.client.call(call, { ms: 0 }, asAna()));
    await eventually('all are taken', () => one.server.load === 6);
    const stopped = one.stop();
    await one.connection.flush();
    expect(await outcomeOf(bus.client.call(call, { ms: 0 }, asAna()))).toEqual(new Unavailable().data);
    wake();
    expect(await Promise.all(taken)).toEqual(Array(6).fill({ name: 'one' }));
    await stopped;
    expect(done).toHaveLength(6);
  });

  it('that takes too long answers who still waits, once, and begins nothing any more', async () => {
    const done: string[] = [];
    const { promise: rested, resolve: wake } = Promise.withResolvers<void>();
    const nap = async (): Promise<{ name: string }> => {
      await rested;
      done.push('one');
      return { name: 'one' };
    };
    const one = await serve({ nap }, { concurrency: 2 });
    const taken = Array.from({ length: 6 }, () =>
      outcomeOf(bus.client.call(one.things.calls.nap, { ms: 0 }, asAna())),
    );
    await eventually('all are taken', () => one.server.load === 6);
    const stopped = one.stop();
    expect(await one.server.abandon()).toBe(6);
    expect(await Promise.all(taken)).toEqual(Array(6).fill(new Unavailable().data));
    wake();
    await stopped;
    expect(done).toHaveLength(2);
    expect(await one.server.abandon()).toBe(0);
  });

  it('sends large replies to their end', async () => {
    const one = await serve(replica('one', []));
    const reply = await bus.client.forward(one.things.calls.big, { bytes: 8_000_000 }, asAna());
    const stopped = one.stop();
    let length = 0;
    for await (const chunk of reply.body as ChunkedBody) {
      length += chunk.length;
      await pause(10);
    }
    expect(length).toBe(8_000_000 + '{"name":""}'.length);
    await stopped;
  });

  it('is drained immediately when there is nothing to do, and can be drained again', async () => {
    const one = await serve({});
    await one.server.close();
    await one.server.close();
    await one.stop();
    await one.connection.close();
  });
});
