import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Msg, type NatsConnection } from '@nats-io/transport-node';
import { type TestBus, eventually, outcomeOf } from '@pks/testing';
import { DeadlineExceeded, NotFound, Unavailable } from '../../src/index.ts';
import { HEADER } from '../../src/bus/wire.ts';
import {
  type Served,
  aReplyAddress,
  asAna,
  openBus,
  ownThings,
  rawConnection,
  sealedHeaders,
  serve,
} from '../fixtures/bus.ts';

const DEADLINE_EXCEEDED = new DeadlineExceeded().data;
/** A deadline that no test waits for. Milliseconds. */
const LONG_MS = 600_000;
/** The level of warnings. */
const WARN = 40;
/** Long enough for a call to arrive. Milliseconds. */
const SHORT_MS = 1_000;

let bus: TestBus;
let raw: NatsConnection;
let served: Served;
/** The numbers of the naps that have begun. */
let begun: number[];
/** Naps end when this resolves. */
let rested: PromiseWithResolvers<void>;

beforeAll(async () => {
  [bus, raw] = await Promise.all([openBus(), rawConnection()]);
});
beforeEach(async () => {
  begun = [];
  rested = Promise.withResolvers();
  served = await serve(
    {
      nap: async ({ ms }) => {
        begun.push(ms);
        await rested.promise;
        return { name: 'rested' };
      },
    },
    { concurrency: 1, deadlineMs: LONG_MS },
  );
});
afterEach(() => served.stop());
afterAll(async () => {
  await bus.close();
  await raw.close();
});

const nap = (number: number, context = asAna(LONG_MS)): Promise<unknown> =>
  outcomeOf(bus.client.call(served.things.calls.nap, { ms: number }, context));
const RESTED = { answered: { name: 'rested' } };

describe('a deadline', () => {
  it('is kept by the caller, whose call fails while the work continues', async () => {
    const before = Date.now();
    const calls = [nap(1, asAna(SHORT_MS))];
    await eventually('the work is begun', () => begun.length === 1);
    expect(await Promise.all(calls)).toEqual([DEADLINE_EXCEEDED]);
    expect(Date.now() - before).toBeGreaterThanOrEqual(SHORT_MS - 1);
    expect(served.server.load).toBe(1);
    rested.resolve();
    await eventually('the work is done', () => served.server.load === 0);
    expect(bus.client.pending).toBe(0);
  });

  it('that has passed already sends nothing', async () => {
    rested.resolve();
    expect(await nap(1, asAna(0))).toEqual(DEADLINE_EXCEEDED);
    expect(await nap(2)).toEqual(RESTED);
    expect(begun).toEqual([2]);
  });

  it('that passes in the queue leaves the work unstarted, with a line in the log', async () => {
    const { subject } = served.things.calls.nap;
    const first = nap(1);
    await eventually('the first is begun', () => begun.length === 1);
    const late = asAna(SHORT_MS);
    const [queued, last] = [nap(2, late), nap(3)];
    await eventually('all are taken', () => served.server.load === 3);
    const expired = Date.now() + SHORT_MS;
    expect(await queued).toEqual(DEADLINE_EXCEEDED);
    await eventually('it has expired at the service too', () => Date.now() > expired);
    rested.resolve();
    expect(await Promise.all([first, last])).toEqual([RESTED, RESTED]);
    expect(begun).toEqual([1, 3]);
    expect(served.answered).toEqual([
      [subject, 'ok'],
      [subject, 'expired'],
      [subject, 'ok'],
    ]);
    expect(served.lines).toContainEqual(
      expect.objectContaining({ request_id: late.requestId, outcome: 'expired' }),
    );
  });

  /** Sends a nap whose deadline has passed when it arrives, if it was sent long enough ago. */
  function send(secondsAgo: number, sender = 'gateway'): void {
    const { subject } = served.things.calls.nap;
    const [reply, body] = [aReplyAddress(), Buffer.from('{"ms":1}')];
    const sentAt = String(Date.now() - secondsAgo * 1_000);
    const fields = { [HEADER.sentAt]: sentAt, [HEADER.deadline]: '10000', [HEADER.service]: sender };
    raw.publish(subject, body, { headers: sealedHeaders({ subject, reply, body }, fields), reply });
  }

  it('that has passed when the request comes is logged for each sender', async () => {
    for (const sender of ['gateway', 'agents', 'gateway']) send(12, sender);
    await eventually('all have come', () => served.answered.length === 3);
    const warnings = served.lines.filter(({ level }) => level === WARN);
    expect(warnings.map(({ msg }) => /clocks of (\w+)/.exec(String(msg))?.[1])).toEqual([
      'gateway',
      'agents',
    ]);
  });

  it('that has passed when the request comes is logged once a minute, with what may be wrong', async () => {
    const { subject } = served.things.calls.nap;
    for (const secondsAgo of [12, 13, 5]) send(secondsAgo);
    await eventually('all have come', () => served.answered.length === 3);
    expect(served.answered).toEqual(['expired', 'expired', 'forbidden'].map((outcome) => [subject, outcome]));
    const warnings = served.lines.filter(({ level }) => level === WARN);
    expect(warnings).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(/^a request came \d+ s after .* clocks of gateway/),
      }),
    ]);
  });

  it('crosses the bus as the milliseconds that are left', async () => {
    const things = ownThings();
    const seen: number[] = [];
    raw.subscribe(things.calls.nap.subject, {
      callback: (_error, message) => {
        seen.push(Number(message.headers?.get(HEADER.deadline)));
        message.respond('{"name":"a"}');
      },
    });
    await raw.flush();
    const context = asAna(LONG_MS);
    await bus.client.call(things.calls.nap, { ms: 0 }, context);
    expect(seen[0]).toBeLessThanOrEqual(LONG_MS);
    expect(seen[0]).toBeGreaterThanOrEqual(context.deadline - Date.now());
  });

  it('discards an answer that comes too late', async () => {
    const { nap: late } = ownThings().calls;
    const requests: Msg[] = [];
    raw.subscribe(late.subject, { callback: (_error, message) => void requests.push(message) });
    await raw.flush();
    const outcome = await outcomeOf(bus.client.call(late, { ms: 0 }, asAna(SHORT_MS)));
    expect(outcome).toEqual(DEADLINE_EXCEEDED);
    await eventually('the request arrived', () => requests.length === 1);
    requests[0]?.respond('{"name":"late"}');
    await raw.flush();
    await bus.connection.flush();
    expect(bus.client.pending).toBe(0);
  });
});

describe('a call without a service that handles it', () => {
  it('is unavailable long before its deadline', async () => {
    const { make } = ownThings().calls;
    const call = bus.client.call(make, { name: 'a', colour: 'red' }, asAna(LONG_MS));
    expect(await outcomeOf(call)).toEqual(new Unavailable().data);
    expect(bus.client.pending).toBe(0);
  });

  it('is handled as soon as a service is there', async () => {
    const things = ownThings();
    const call = () => outcomeOf(bus.client.call(things.calls.names, {}, asAna()));
    expect(await call()).toEqual(new Unavailable().data);
    const other = await serve({}, { things });
    expect(await call()).toEqual(new NotFound().data);
    await other.stop();
    expect(await call()).toEqual(new Unavailable().data);
  });
});
