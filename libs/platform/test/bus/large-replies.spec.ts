import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type NatsConnection } from '@nats-io/transport-node';
import { type TestBus, eventually, outcomeOf, pause } from '@pks/testing';
import { BusClient, ChunkedBody, DeadlineExceeded, Json, Overloaded, Unavailable } from '../../src/index.ts';
import { callerText } from '../../src/calls/caller-text.ts';
import { CHUNK_BYTES, CHUNK_WINDOW, HEADER } from '../../src/bus/wire.ts';
import {
  ANA,
  type ServeOptions,
  type Served,
  aReplyAddress,
  asAna,
  openBus,
  ownThings,
  rawConnection,
  sealedHeaders,
  serve,
} from '../fixtures/bus.ts';

const MB = 1024 * 1024;

let bus: TestBus;
let raw: NatsConnection;
let served: Served;

beforeAll(async () => {
  [bus, raw] = await Promise.all([openBus(), rawConnection()]);
});
afterEach(() => served.stop());
afterAll(async () => {
  await bus.close();
  await raw.close();
});

const NUMBERS = Array.from({ length: 6_500_000 }, (_, n) => n).join();

/** JSON of exactly this many bytes, different in each place. */
function json(bytes: number): string {
  const frame = '{"name":""}';
  return `{"name":"${NUMBERS.slice(0, bytes - frame.length)}"}`;
}

async function serveBig(options: ServeOptions = {}): Promise<void> {
  served = await serve(
    {
      big: async ({ bytes }) => new Json(json(bytes)),
      list: async ({ limit }) => ({ count: 3, results: [{ name: 'x'.repeat(limit) }] }),
    },
    options,
  );
}

async function forward(
  bytes: number,
  client: BusClient = bus.client,
  deadlineMs?: number,
): Promise<ChunkedBody> {
  const reply = await client.forward(served.things.calls.big, { bytes }, asAna(deadlineMs));
  if (!(reply.body instanceof ChunkedBody)) throw new Error('The reply came whole.');
  return reply.body;
}

async function textOf(body: ChunkedBody): Promise<string> {
  return Buffer.from(await body.whole()).toString();
}

const nothingLeft = (): Promise<void> =>
  eventually('nothing is left at either end', () => bus.client.pending === 0 && served.server.load === 0);

describe('a reply of 8 MB', () => {
  it('arrives whole by a call', async () => {
    await serveBig();
    const { name } = await bus.client.call(served.things.calls.big, { bytes: 8 * MB }, asAna());
    expect(JSON.stringify({ name }) === json(8 * MB)).toBe(true);
    await nothingLeft();
  });

  it('is forwarded in chunks, with its length and digest known from the first', async () => {
    await serveBig();
    const body = await forward(8 * MB);
    expect(body.length).toBe(8 * MB);
    const hash = createHash('sha256');
    const lengths: number[] = [];
    for await (const chunk of body) {
      hash.update(chunk);
      lengths.push(chunk.length);
    }
    expect(lengths).toEqual(Array(16).fill(CHUNK_BYTES));
    expect(hash.digest('base64url')).toBe(body.digest);
    expect(body.digest).toBe(
      createHash('sha256')
        .update(json(8 * MB))
        .digest('base64url'),
    );
    await nothingLeft();
  });
});

describe('a reply of any size', () => {
  it.each([CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 40 * MB])(
    'arrives (%i bytes)',
    async (bytes) => {
      await serveBig();
      const reply = await bus.client.forward(served.things.calls.big, { bytes }, asAna());
      expect(reply.body instanceof ChunkedBody).toBe(bytes > CHUNK_BYTES);
      const text =
        reply.body instanceof ChunkedBody ? await textOf(reply.body) : Buffer.from(reply.body).toString();
      expect(text === json(bytes)).toBe(true);
      await nothingLeft();
    },
  );

  it('keeps the total beside it', async () => {
    await serveBig();
    const page = await bus.client.call(served.things.calls.list, { limit: 1000, offset: 0 }, asAna());
    expect(page.count).toBe(3);
    const small = served.things.calls.list;
    const reply = await bus.client.forward(small, { limit: 1000, offset: 0 }, asAna());
    expect(reply.count).toBe(3);
  });

  it('arrives whole when several are sent concurrently', async () => {
    await serveBig({ concurrency: 8 });
    const sizes = [8 * MB, 3 * MB, 600 * 1024, 8 * MB, 100, 5 * MB, 1 * MB + 1];
    const replies = await Promise.all(
      sizes.map((bytes) => bus.client.call(served.things.calls.big, { bytes }, asAna())),
    );
    expect(replies.map((reply) => JSON.stringify(reply).length)).toEqual(sizes);
    await nothingLeft();
  });
});

describe('a slow reader', () => {
  it('gets all of it, with never more in flight than the window', async () => {
    await serveBig();
    let arrived = 0;
    const watching = raw.subscribe('_INBOX.>', {
      callback: (_error, message) => void (arrived += message.headers?.has(HEADER.chunk) ? 1 : 0),
    });
    await raw.flush();
    const body = await forward(8 * MB);
    const parts: Uint8Array[] = [];
    for await (const chunk of body) {
      parts.push(chunk);
      await pause(20);
      expect(arrived).toBeLessThanOrEqual(parts.length + CHUNK_WINDOW);
    }
    watching.unsubscribe();
    expect(arrived).toBe(16);
    expect(Buffer.concat(parts).toString() === json(8 * MB)).toBe(true);
    await nothingLeft();
  });

  it('delays no other reader', async () => {
    await serveBig({ concurrency: 1 });
    const slow = await forward(8 * MB);
    await expect(bus.client.call(served.things.calls.big, { bytes: 6 * MB }, asAna())).resolves.toBeDefined();
    expect((await textOf(slow)).length).toBe(8 * MB);
    await nothingLeft();
  });

  it('may take longer than the deadline of the call when it forwards the reply, not when it waits for the whole', async () => {
    await serveBig();
    const body = await forward(8 * MB, bus.client, 2_000);
    let length = 0;
    for await (const chunk of body) {
      length += chunk.length;
      await pause(150);
    }
    expect(length).toBe(8 * MB);
    await nothingLeft();
  });

  it.each([
    ['a great many bytes', 20 * MB, Overloaded],
    ['few bytes', 1 * MB, undefined],
  ])('leaves no room for another that is of %s', async (_what, bytes, refusal) => {
    await serveBig({ chunks: { underWayBytes: 20 * MB } });
    const slow = await forward(8 * MB);
    const outcome = outcomeOf(bus.client.call(served.things.calls.big, { bytes }, asAna()));
    expect(await outcome).toEqual(refusal ? new refusal().data : { answered: expect.anything() });
    await slow.whole();
    await nothingLeft();
    expect(await outcomeOf(bus.client.call(served.things.calls.big, { bytes }, asAna()))).toHaveProperty(
      'answered',
    );
  });
});

/** A client that abandons a reply if nothing arrives for this long. */
function aClient(chunkTimeoutMs: number): BusClient {
  const client = new BusClient(bus.connection, { name: 'gateway', seal: bus.seal }, chunkTimeoutMs);
  client.open();
  return client;
}

describe('a receiver that disconnects', () => {
  it('in the middle is not sent the rest, and both ends release the reply immediately', async () => {
    await serveBig({ chunks: { creditTimeoutMs: 600_000 } });
    const client = aClient(600_000);
    const body = await forward(20 * MB, client);
    for await (const chunk of body) {
      expect(chunk.length).toBe(CHUNK_BYTES);
      break;
    }
    await nothingLeft();
    expect(client.pending).toBe(0);
  });

  it('before it has read anything is not sent the rest, and both ends release the reply immediately', async () => {
    await serveBig({ chunks: { creditTimeoutMs: 600_000 } });
    const client = aClient(600_000);
    const body = await forward(20 * MB, client);
    body.leave();
    await nothingLeft();
    expect(client.pending).toBe(0);
    await expect(body.whole()).rejects.toBeInstanceOf(Unavailable);
  });

  it('after the last chunk says no more', async () => {
    await serveBig();
    const body = await forward(2 * MB);
    const text = await textOf(body);
    body.leave();
    expect(text === json(2 * MB)).toBe(true);
    await nothingLeft();
  });

  it('without notice is released at both ends after a while', async () => {
    await serveBig({ chunks: { creditTimeoutMs: 2_000 } });
    const client = aClient(2_500);
    const body = await forward(8 * MB, client);
    expect(served.server.load).toBe(1);
    expect(client.pending).toBe(1);
    await eventually('it is forgotten', () => client.pending === 0 && served.server.load === 0);
    await expect(body.whole()).rejects.toBeInstanceOf(DeadlineExceeded);
  });

  it('with its process is released after a while', async () => {
    await serveBig({ chunks: { creditTimeoutMs: 200 } });
    const other = await openBus();
    const body = await forward(20 * MB, other.client);
    await other.connection.close();
    await nothingLeft();
    await expect(body.whole()).rejects.toBeInstanceOf(Unavailable);
  });

  it('before anything was sent is released immediately', async () => {
    await serveBig({ chunks: { creditTimeoutMs: 600_000 } });
    const { subject } = served.things.calls.big;
    const [reply, body] = [aReplyAddress(), Buffer.from(JSON.stringify({ bytes: 20 * MB }))];
    const h = sealedHeaders({ subject, reply, body }, { [HEADER.caller]: callerText(ANA) });
    raw.publish(subject, body, { headers: h, reply });
    await raw.flush();
    await eventually('it was answered', () => served.answered.length === 1);
    await nothingLeft();
  });
});

describe('a reply with a part missing', () => {
  it('fails at the missing part, within the time of a call', async () => {
    await serveBig();
    const { big } = ownThings().calls;
    const subscription = raw.subscribe(big.subject, {
      callback: (_error, message) => {
        const h = message.headers;
        h?.set(HEADER.chunk, '0');
        h?.set(HEADER.length, String(8 * MB));
        message.respond(new Uint8Array(CHUNK_BYTES), h ? { headers: h } : {});
      },
    });
    await raw.flush();
    expect(await outcomeOf(bus.client.call(big, { bytes: 8 * MB }, asAna(300)))).toEqual(
      new DeadlineExceeded().data,
    );
    expect(bus.client.pending).toBe(0);
    subscription.unsubscribe();
  });
});
