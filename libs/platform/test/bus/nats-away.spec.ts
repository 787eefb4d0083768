import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type OwnServer, type TestBus, eventually, openTestBus, startOwnNats } from '@pks/testing';
import { BusConnection, ChunkedBody, Fault, Json, Unavailable } from '../../src/index.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { type Served, asAna, begin, faultOf, openBus, serve } from '../fixtures/bus.ts';

/** As long as the product is held to when the long form is asked for. */
const AWAY_MS = process.env['PKS_LONG_TESTS'] ? 60_000 : 5_000;
const UNAVAILABLE = new Unavailable().data;

let nats: OwnServer;
let bus: TestBus;
let served: Served;
let done: string[] = [];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const handlers = {
  greet: async ({ name }: { name: string }) => {
    done.push(name);
    return { name };
  },
  nap: async ({ ms }: { ms: number }) => {
    await pause(ms);
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
  faultOf(bus.client.call(served.things.calls.greet, { name }, asAna(bus, 60_000)));

async function takeAway(): Promise<void> {
  await nats.kill();
  await eventually('both know', () => !bus.connection.connected && !served.connection.connected);
}

async function bringBack(): Promise<void> {
  await nats.start();
  await eventually('both are back', () => bus.connection.connected && served.connection.connected);
}

describe('when NATS is restarted', () => {
  it('calls under way are unavailable at once, and calls work again without a restart', async () => {
    const calls = Array.from({ length: 20 }, () =>
      faultOf(bus.client.call(served.things.calls.nap, { ms: 1_500 }, asAna(bus, 600_000))),
    );
    await eventually('they are taken', () => served.server.load === 20);
    await nats.kill();
    expect(await Promise.all(calls)).toEqual(Array(20).fill(UNAVAILABLE));
    expect(bus.client.pending).toBe(0);
    await bringBack();
    expect(await greet('again')).toEqual({ answered: { name: 'again' } });
    await eventually('what was taken is done', () => served.server.load === 0);
  });

  it('a reply in the middle fails cleanly at both ends', async () => {
    const reply = await bus.client.forward(served.things.calls.big, { bytes: 20_000_000 }, asAna(bus));
    expect(reply.body).toBeInstanceOf(ChunkedBody);
    await takeAway();
    await expect((reply.body as ChunkedBody).whole()).rejects.toMatchObject({ data: UNAVAILABLE });
    await eventually('it is forgotten', () => served.server.load === 0 && bus.client.pending === 0);
    await bringBack();
    const again = await bus.client.call(served.things.calls.big, { bytes: 8_000_000 }, asAna(bus));
    expect(again.name.length).toBe(8_000_000);
  });

  it('is told in the log, once each time', async () => {
    await takeAway();
    await bringBack();
    const told = served.lines.map((line) => line['msg']).filter((text) => /NATS/.test(String(text)));
    expect(told).toEqual(['NATS is away', 'NATS is back']);
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

  it('whatever the moment, a call is done before its caller hears that it failed, or never', async () => {
    const outcomes = new Map<string, unknown>();
    let counter = 0;
    const calling = { on: true };
    const callers = Array.from({ length: 8 }, async () => {
      while (calling.on) {
        const name = String((counter += 1));
        outcomes.set(name, await greet(name));
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    await pause(200);
    await takeAway();
    await pause(200);
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

  it('a replica that is stopped finishes what it took, and takes nothing when NATS is back', async () => {
    const { nap } = served.things.calls;
    const calls = [faultOf(bus.client.call(nap, { ms: 400 }, asAna(bus)))];
    await eventually('it is taken', () => served.server.load === 1);
    await takeAway();
    const drained = served.server.drain();
    await bringBack();
    expect(await greet('nobody')).toEqual(UNAVAILABLE);
    await drained;
    expect(done).toEqual(['nap']);
    expect(await Promise.all(calls)).toEqual([UNAVAILABLE]);
    await served.connection.close();
  });

  it('what is subscribed to is heard when it is back', async () => {
    await takeAway();
    const heard: string[] = [];
    const subscribed = bus.connection.subscribe('news', (message) => heard.push(message.string()));
    await bringBack();
    await subscribed;
    served.connection.publish('news', 'good');
    await eventually('it is heard', () => heard.length > 0);
    expect(heard).toEqual(['good']);
  });

  it('a connection is closed at once', async () => {
    await takeAway();
    await Promise.all([bus.close(), served.stop()]);
    await nats.start();
  });
});

describe('when NATS is away at the start', () => {
  it('whoever starts tells so and fails calls at once, and works when it comes', async () => {
    await nats.kill();
    const early = begin(handlers, { url: nats.url });
    const client = openTestBus(nats.url);
    const call = () => faultOf(client.client.call(early.things.calls.greet, { name: 'a' }, asAna(client)));
    expect(await call()).toEqual(UNAVAILABLE);
    await pause(500);
    expect(early.connection.connected).toBe(false);
    expect(early.lines.filter((line) => line['level'] === 40)).toHaveLength(1);
    await nats.start();
    await early.open;
    await eventually('the client is connected', () => client.connection.connected);
    expect(await call()).toEqual({ answered: { name: 'a' } });
    await early.stop();
    await client.close();
  });

  it('a connection that never was is closed at once, and stays so', async () => {
    await nats.kill();
    const never = begin(handlers, { url: nats.url });
    await pause(50);
    await never.stop();
    await nats.start();
    await pause(600);
    expect(never.connection.connected).toBe(false);
    expect(await faultOf(bus.client.call(never.things.calls.greet, { name: 'a' }, asAna(bus)))).toEqual(
      UNAVAILABLE,
    );
  });

  it('a connection closed while it is made is not left open', async () => {
    const { log } = capturedLog();
    const connection = new BusConnection(nats.url, 'closed', log);
    connection.open();
    await connection.close();
    await pause(300);
    expect(connection.connected).toBe(false);
    expect(() => connection.publish('a', 'b')).toThrow(Fault);
    await connection.flush();
    await connection.close();
  });
});
