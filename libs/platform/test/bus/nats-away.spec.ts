import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type OwnServer,
  type TestBus,
  eventually,
  openTestBus,
  outcomeOf,
  pause,
  startOwnNats,
  untilStill,
} from '@pks/testing';
import { BusConnection, ChunkedBody, Fault, Json, Unavailable } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { Knocking } from '../fixtures/knocking.ts';
import { type Served, asAna, begin, openBus, serve } from '../fixtures/bus.ts';

/** How long NATS is away: in the long form of this test, as long as the product has to bear. Milliseconds. */
const AWAY_MS = process.env['PKS_LONG_TESTS'] ? 60_000 : 5_000;
const UNAVAILABLE = new Unavailable().data;

let nats: OwnServer;
let bus: TestBus;
let served: Served;
let done: string[] = [];
/** Naps end when this resolves. */
let rested: PromiseWithResolvers<void>;

const handlers = {
  greet: async ({ name }: { name: string }) => {
    done.push(name);
    return { name };
  },
  nap: async () => {
    await rested.promise;
    done.push('nap');
    return { name: 'rested' };
  },
  big: async ({ bytes }: { bytes: number }) => new Json<{ name: string }>(`{"name":"${'x'.repeat(bytes)}"}`),
};

beforeAll(async () => {
  nats = await startOwnNats();
});
beforeEach(async () => {
  done = [];
  rested = Promise.withResolvers();
  [bus, served] = await Promise.all([
    openBus(nats.url),
    serve(handlers, { url: nats.url, concurrency: 32, chunks: { creditTimeoutMs: 600_000 } }),
  ]);
});
afterEach(async () => {
  await served.stop();
  await bus.close();
});
afterAll(() => nats.stop());

const greet = (name: string): Promise<unknown> =>
  outcomeOf(bus.client.call(served.things.calls.greet, { name }, asAna(60_000)));

async function takeAway(): Promise<void> {
  await nats.kill();
  await eventually('both know', () => !bus.connection.connected && !served.connection.connected);
}

async function bringBack(): Promise<void> {
  await nats.start();
  await eventually('both are back', () => bus.connection.connected && served.connection.connected);
}

describe('when NATS is restarted', () => {
  it('calls in flight become unavailable immediately, and calls work again without a restart', async () => {
    const calls = Array.from({ length: 20 }, () =>
      outcomeOf(bus.client.call(served.things.calls.nap, { ms: 0 }, asAna(600_000))),
    );
    await eventually('they are taken', () => served.server.load === 20);
    await nats.kill();
    expect(await Promise.all(calls)).toEqual(Array(20).fill(UNAVAILABLE));
    expect(bus.client.pending).toBe(0);
    await bringBack();
    expect(await greet('again')).toEqual({ answered: { name: 'again' } });
    rested.resolve();
    await eventually('what was taken is done', () => served.server.load === 0);
  });

  it('a reply in transit fails cleanly at both ends', async () => {
    const reply = await bus.client.forward(served.things.calls.big, { bytes: 20_000_000 }, asAna());
    expect(reply.body).toBeInstanceOf(ChunkedBody);
    await takeAway();
    await expect((reply.body as ChunkedBody).whole()).rejects.toMatchObject({ data: UNAVAILABLE });
    await eventually('it is forgotten', () => served.server.load === 0 && bus.client.pending === 0);
    await bringBack();
    const again = await bus.client.call(served.things.calls.big, { bytes: 8_000_000 }, asAna());
    expect(again.name.length).toBe(8_000_000);
  });

  it('is logged, once each time', async () => {
    await takeAway();
    await bringBack();
    const logged = served.lines.map((line) => line['msg']).filter((text) => /NATS/.test(String(text)));
    expect(logged).toEqual(['NATS disconnected', 'NATS reconnected']);
  });
});

describe('while NATS is away', () => {
  it(
    `for ${AWAY_MS / 1_000} s, calls fail at once, nothing of them is delivered late, and then all works`,
    async () => {
      await takeAway();
      const until = Date.now() + AWAY_MS;
      let failed = 0;
      while (Date.now() < until) {
        expect(await greet('late')).toEqual(UNAVAILABLE);
        failed += 1;
        await pause(20);
      }
      expect(bus.client.pending).toBe(0);
      await bringBack();
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => greet(`after ${n}`)));
      expect(answers.filter((answer) => !Object.hasOwn(answer as object, 'answered'))).toEqual([]);
      expect(failed).toBeGreaterThan(10);
      expect(done).not.toContain('late');
      expect(done).toHaveLength(50);
    },
    AWAY_MS + 30_000,
  );

  it('at any moment, a call is completed before its caller learns that it failed, or never', async () => {
    const outcomes = new Map<string, unknown>();
    let [counter, failed] = [0, 0];
    const calling = { on: true };
    const callers = Array.from({ length: 8 }, async () => {
      while (calling.on) {
        const name = String((counter += 1));
        const outcome = await greet(name);
        outcomes.set(name, outcome);
        if (!Object.hasOwn(outcome as object, 'answered')) failed += 1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    await eventually('calls work', () => done.length > 100);
    await takeAway();
    const missed = failed;
    await eventually('calls fail', () => failed > missed + 100);
    const before = new Set(done);
    await bringBack();
    const atReturn = counter;
    await eventually('calls work again', () => done.length > before.size + 20);
    calling.on = false;
    await Promise.all(callers);
    const late = done.filter((name) => !before.has(name) && Number(name) < atReturn - 8);
    expect(late.filter((name) => outcomes.get(name) === undefined)).toEqual([]);
    expect(late.filter((name) => !Object.hasOwn(outcomes.get(name) as object, 'answered'))).toEqual([]);
    expect([...outcomes.values()].filter((outcome) => outcome instanceof Error)).toEqual([]);
  });

  it('a replica that is stopped finishes what it accepted, and accepts nothing when NATS is back', async () => {
    const { nap } = served.things.calls;
    const calls = [outcomeOf(bus.client.call(nap, { ms: 0 }, asAna()))];
    await eventually('it is taken', () => served.server.load === 1);
    await takeAway();
    const drained = served.server.close();
    await bringBack();
    expect(await greet('nobody')).toEqual(UNAVAILABLE);
    rested.resolve();
    await drained;
    expect(done).toEqual(['nap']);
    expect(await Promise.all(calls)).toEqual([UNAVAILABLE]);
    await served.connection.close();
  });

  it('a subscription receives messages again when it is back', async () => {
    await takeAway();
    const received: string[] = [];
    const subscribed = bus.connection.subscribe('news', (message) => received.push(message.string()));
    await bringBack();
    await subscribed;
    served.connection.publish('news', 'good');
    await eventually('it is received', () => received.length > 0);
    expect(received).toEqual(['good']);
  });

  it('a connection that is closed the moment that it is back does not count as connected again', async () => {
    const flushed = Promise.withResolvers<void>();
    const flush = jest.spyOn(served.connection.native, 'flush').mockReturnValueOnce(flushed.promise);
    await takeAway();
    await nats.start();
    await eventually('it is back', () => flush.mock.calls.length > 0);
    const closed = served.connection.close();
    flushed.resolve();
    await closed;
    expect(served.lines.map((line) => line['msg'])).not.toContain('NATS reconnected');
  });

  it('a connection is closed meanwhile, and does not try again', async () => {
    await takeAway();
    const knocking = await Knocking.start(Number(new URL(nats.url).port));
    await eventually('both try again', () => knocking.knocks > 2);
    await Promise.all([bus.close(), served.stop()]);
    await untilStill(() => knocking.knocks);
    expect([bus.connection.connected, served.connection.connected]).toEqual([false, false]);
    await knocking.end();
    await nats.start();
  });
});

describe('when NATS is away at the start', () => {
  let knocking: Knocking;
  beforeEach(async () => {
    knocking = await Knocking.start();
  });
  afterEach(() => knocking.end());

  const comes = async (): Promise<OwnServer> => {
    await knocking.end();
    return startOwnNats({ port: knocking.port });
  };

  it('a service logs that once and fails calls immediately, and works when NATS starts', async () => {
    const early = begin(handlers, { url: knocking.url });
    await eventually('it tries again and again', () => knocking.knocks > 3);
    expect(early.connection.connected).toBe(false);
    expect(early.lines.filter((line) => line['level'] === 40)).toHaveLength(1);
    const client = openTestBus(knocking.url);
    const call = () => outcomeOf(client.client.call(early.things.calls.greet, { name: 'a' }, asAna()));
    expect(await call()).toEqual(UNAVAILABLE);
    const late = await comes();
    await early.open;
    await eventually('the client is connected', () => client.connection.connected);
    expect(await call()).toEqual({ answered: { name: 'a' } });
    await early.stop();
    await client.close();
    await late.stop();
  });

  it('a connection that was never made is closed immediately, and stays closed', async () => {
    const never = begin(handlers, { url: knocking.url });
    await eventually('it tries', () => knocking.knocks > 0);
    await never.stop();
    await untilStill(() => knocking.knocks);
    const late = await comes();
    const client = await openBus(knocking.url);
    expect(never.connection.connected).toBe(false);
    const call = client.client.call(never.things.calls.greet, { name: 'a' }, asAna());
    expect(await outcomeOf(call)).toEqual(UNAVAILABLE);
    await client.close();
    await late.stop();
  });

  it('a connection closed while it is being made is not left open', async () => {
    const { log } = capturedLog();
    const connection = new BusConnection(nats.url, 'closed', log);
    connection.open();
    await connection.close();
    const next = await openBus(nats.url);
    await next.close();
    expect(connection.connected).toBe(false);
    expect(() => connection.publish('a', 'b')).toThrow(Fault);
    await connection.flush();
    await connection.close();
  });
});
