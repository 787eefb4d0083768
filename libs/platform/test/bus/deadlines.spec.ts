import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type NatsConnection } from '@nats-io/transport-node';
import { type TestBus, eventually } from '@pks/testing';
import { DeadlineExceeded, NotFound, Unavailable } from '../../src/index.ts';
import { HEADER } from '../../src/bus/wire.ts';
import { type Served, asAna, faultOf, openBus, ownThings, rawConnection, serve } from '../fixtures/bus.ts';

let bus: TestBus;
let raw: NatsConnection;
let served: Served;
let begun: number[] = [];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

beforeAll(async () => {
  [bus, raw] = await Promise.all([openBus(), rawConnection()]);
  served = await serve(
    {
      nap: async ({ ms }) => {
        begun.push(ms);
        await pause(ms);
        return { name: 'rested' };
      },
    },
    { concurrency: 1, deadlineMs: 5_000 },
  );
});
afterAll(async () => {
  await served.stop();
  await bus.close();
  await raw.close();
});

describe('a deadline', () => {
  it('is kept at the caller, who hears that it passed while the work goes on', async () => {
    const before = Date.now();
    expect(await faultOf(bus.client.call(served.things.calls.nap, { ms: 1_500 }, asAna(bus, 150)))).toEqual(
      new DeadlineExceeded().data,
    );
    expect(Date.now() - before).toBeGreaterThanOrEqual(149);
    expect(served.server.load).toBe(1);
    await eventually('the work is done', () => served.server.load === 0);
    expect(bus.client.pending).toBe(0);
  });

  it('that has passed already sends nothing', async () => {
    begun = [];
    expect(await faultOf(bus.client.call(served.things.calls.nap, { ms: 1 }, asAna(bus, 0)))).toEqual(
      new DeadlineExceeded().data,
    );
    await pause(50);
    expect(begun).toEqual([]);
  });

  it('that passes in the queue leaves the work unbegun, and its line in the log', async () => {
    begun = [];
    served.answered.length = 0;
    const { nap } = served.things.calls;
    const first = bus.client.call(nap, { ms: 1_500 }, asAna(bus));
    await eventually('the first is begun', () => begun.length === 1);
    const late = asAna(bus, 200);
    const [queued, last] = [
      faultOf(bus.client.call(nap, { ms: 2 }, late)),
      bus.client.call(nap, { ms: 3 }, asAna(bus)),
    ];
    expect(await queued).toEqual(new DeadlineExceeded().data);
    await Promise.all([first, last]);
    expect(begun).toEqual([1_500, 3]);
    expect(served.answered).toEqual([
      [nap.subject, 'ok'],
      [nap.subject, 'expired'],
      [nap.subject, 'ok'],
    ]);
    expect(served.lines).toContainEqual(
      expect.objectContaining({ request_id: late.requestId, outcome: 'expired' }),
    );
  });

  it('crosses the bus as the milliseconds that are left', async () => {
    const { nap } = ownThings().calls;
    const seen: string[] = [];
    raw.subscribe(nap.subject, {
      callback: (_error, message) => {
        seen.push(message.headers?.get(HEADER.deadline) ?? '');
        message.respond('{"name":"a"}');
      },
    });
    await raw.flush();
    await bus.client.call(nap, { ms: 0 }, asAna(bus, 4_000));
    expect(Number(seen[0])).toBeGreaterThan(3_000);
    expect(Number(seen[0])).toBeLessThanOrEqual(4_000);
  });

  it('of an answer that comes too late changes nothing', async () => {
    const { nap } = ownThings().calls;
    raw.subscribe(nap.subject, {
      callback: (_error, message) => void setTimeout(() => message.respond('{"name":"late"}'), 100),
    });
    await raw.flush();
    expect(await faultOf(bus.client.call(nap, { ms: 0 }, asAna(bus, 50)))).toEqual(
      new DeadlineExceeded().data,
    );
    await pause(100);
    expect(bus.client.pending).toBe(0);
  });
});

describe('a call that nobody serves', () => {
  it('is unavailable at once', async () => {
    const { make } = ownThings().calls;
    const before = Date.now();
    expect(await faultOf(bus.client.call(make, { name: 'a', colour: 'red' }, asAna(bus, 60_000)))).toEqual(
      new Unavailable().data,
    );
    expect(Date.now() - before).toBeLessThan(30_000);
    expect(bus.client.pending).toBe(0);
  });

  it('is served as soon as somebody does', async () => {
    const things = ownThings();
    const call = () => faultOf(bus.client.call(things.calls.names, {}, asAna(bus)));
    expect(await call()).toEqual(new Unavailable().data);
    const other = await serve({}, { things });
    expect(await call()).toEqual(new NotFound().data);
    await other.stop();
    expect(await call()).toEqual(new Unavailable().data);
  });
});
