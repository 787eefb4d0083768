import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Msg, type NatsConnection, createInbox, headers } from '@nats-io/transport-node';
import { type TestBus, eventually, outcomeOf } from '@pks/testing';
import { type BusSeal, Forbidden, Internal, Unavailable } from '../../src/index.ts';
import { HEADER } from '../../src/bus/wire.ts';
import { callerText } from '../../src/calls/caller-text.ts';
import {
  ANA,
  type Fields,
  type Served,
  asAna,
  askSealed,
  openBus,
  rawConnection,
  serve,
} from '../fixtures/bus.ts';

let bus: TestBus;
let raw: NatsConnection;
let served: Served;
let done = 0;

beforeAll(async () => {
  [bus, raw] = await Promise.all([openBus(), rawConnection()]);
  served = await serve({
    make: async ({ name }) => ({ name }),
    removeAll: async () => void (done += 1),
    greet: async ({ name }) => ({ name }),
  });
});
afterAll(async () => {
  await served.stop();
  await bus.close();
  await raw.close();
});

const BY_ANA: Fields = { [HEADER.caller]: callerText(ANA), [HEADER.service]: 'gateway' };

/** The answer to a sealed request, by Ana unless its fields name somebody else. */
function ask(
  call: 'make' | 'removeAll' | 'greet',
  body: string | Uint8Array,
  fields: Fields = BY_ANA,
  seal?: BusSeal,
): Promise<Msg> {
  return askSealed(raw, served.things.calls[call].subject, body, fields, seal);
}

async function goodCallWorks(): Promise<void> {
  const { make } = served.things.calls;
  const good = await bus.client.call(make, { name: 'good', colour: 'red' }, asAna());
  expect(good).toEqual({ name: 'good' });
}

describe('a malformed message is answered as such, and the next good one works:', () => {
  const deep = '['.repeat(200_000);
  const bodies: [string, string | Uint8Array, object][] = [
    ['nothing', '', { kind: 'invalid' }],
    ['what is no JSON', '{"name":', { kind: 'invalid' }],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00, 0x7b]), { kind: 'invalid' }],
    ['a lone value', '5', { kind: 'invalid' }],
    ['null', 'null', { kind: 'invalid' }],
    ['a list', '[{"name":"a"}]', { kind: 'invalid' }],
    ['wrong types', '{"name":{"a":1},"colour":[],"parts":7}', { kind: 'invalid' }],
    ['what nests too deeply', deep, { kind: 'invalid' }],
    ['a prototype', '{"__proto__":{"name":"a"}}', { kind: 'invalid' }],
    ['a great many unknown fields', many(200_000), { kind: 'invalid' }],
  ];

  it.each(bodies)('%s', async (_what, body, fault) => {
    const answer = await ask('make', body);
    expect(answer.headers?.get(HEADER.fault)).toBe('invalid');
    expect(JSON.parse(answer.string())).toMatchObject(fault);
    await goodCallWorks();
  });

  const good = '{"name":"a"}';
  it('without a caller', async () => {
    const answer = await ask('make', good, {});
    expect(JSON.parse(answer.string())).toEqual(new Forbidden().data);
    await goodCallWorks();
  });

  it.each(['%%%.\u00e9', 'e30x', Buffer.from('null').toString('base64url')])(
    'a caller that is none: %p',
    async (caller) => {
      const answer = await ask('make', good, { [HEADER.caller]: caller });
      expect(['internal', 'forbidden']).toContain(answer.headers?.get(HEADER.fault));
      await goodCallWorks();
    },
  );

  it.each([
    ['percent-encoding that is none', '%E0%A4%A'],
    ['a NUL', '%00'],
    ['a key that is too long', 'x'.repeat(300)],
  ])('an idempotency key of %s', async (_what, key) => {
    const fields = { [HEADER.idempotencyKey]: key, [HEADER.fingerprint]: 'f', [HEADER.operation]: 'o' };
    const before = done;
    const answer = await ask('removeAll', '{}', { ...BY_ANA, ...fields });
    expect(JSON.parse(answer.string())).toMatchObject({ kind: 'invalid' });
    expect(done).toBe(before);
    await goodCallWorks();
  });

  it.each(['soon', '-5x', 'NaN', '1e999', ''])('a deadline that is none: %p', async (deadline) => {
    const answer = await ask('make', good, { ...BY_ANA, [HEADER.deadline]: deadline });
    expect(JSON.parse(answer.string())).toEqual({ name: 'a' });
  });

  it('headers of an odd shape', async () => {
    const h = headers();
    h.append('Deadline', '5');
    h.append('Deadline', 'x');
    h.set('Request-Id', 'ünïcode "quoted" \\ {}');
    const answer = await raw.request(served.things.calls.make.subject, good, { timeout: 5_000, headers: h });
    expect(JSON.parse(answer.string())).toEqual(new Forbidden().data);
    await goodCallWorks();
  });
});

describe('a message that is not a call', () => {
  it('with an unknown name is not found, and creates no name of a metric', async () => {
    served.answered.length = 0;
    const subject = `${served.things.subject}.nonsense-${randomUUID()}`;
    const answer = await askSealed(raw, subject, '{}');
    expect(JSON.parse(answer.string())).toMatchObject({ kind: 'not_found' });
    await goodCallWorks();
    expect(served.answered[0]).toEqual(['unknown', 'not_found']);
  });

  it('without a reply address does no harm', async () => {
    const { subject } = served.things.calls.make;
    for (const body of ['', 'x', '{"name":"a"}']) raw.publish(subject, body);
    raw.publish(`${served.things.subject}.nonsense`);
    await raw.flush();
    await goodCallWorks();
  });

  it('with a reply address without a subscriber does no harm', async () => {
    raw.publish(served.things.calls.make.subject, '{}', { reply: createInbox() });
    raw.publish(served.things.calls.make.subject, '{}', { reply: served.things.calls.make.subject });
    await raw.flush();
    await goodCallWorks();
  });

  it('in a flood of garbage does no harm, and what exceeds the limit is refused', async () => {
    const before = served.answered.length;
    for (let n = 0; n < 3_000; n += 1) {
      raw.publish(served.things.calls.make.subject, n % 2 ? '{' : 'x'.repeat(n), { reply: 'nobody.there' });
    }
    await raw.flush();
    await eventually('all of it was answered', () => served.answered.length - before >= 3_000);
    await goodCallWorks();
    await eventually('nothing is left', () => served.server.load === 0);
  });
});

describe('a malformed answer', () => {
  const subject = `test-${randomUUID()}.things.make`;
  const call = () =>
    outcomeOf(
      bus.client.call({ ...served.things.calls.make, subject }, { name: 'a', colour: 'red' }, asAna()),
    );

  async function answering(body: string, fields: Fields, code?: number): Promise<unknown> {
    const h = code === undefined ? headers() : headers(code, 'odd');
    for (const [name, value] of Object.entries(fields)) h.set(name, value);
    const subscription = raw.subscribe(subject, {
      callback: (_e, m) => void m.respond(body, { headers: h }),
    });
    await raw.flush();
    try {
      return await call();
    } finally {
      subscription.unsubscribe();
    }
  }

  it('is a defect when its fault cannot be parsed', async () => {
    expect(await answering('{"kind":', { [HEADER.fault]: 'conflict' })).toEqual(new Internal().data);
    expect(await answering('null', { [HEADER.fault]: 'conflict' })).toEqual(new Internal().data);
  });

  it('is a defect when its chunks declare no length', async () => {
    expect(await answering('{}', { [HEADER.chunk]: '0' })).toEqual(new Internal().data);
    expect(await answering('{}', { [HEADER.chunk]: '0', [HEADER.length]: 'long' })).toEqual(
      new Internal().data,
    );
  });

  it('is unavailable when its chunks are not in order, too long or empty', async () => {
    const unavailable = new Unavailable().data;
    expect(await answering('{}', { [HEADER.chunk]: '1', [HEADER.length]: '10' })).toEqual(unavailable);
    expect(await answering('{}', { [HEADER.chunk]: '0', [HEADER.length]: '1' })).toEqual(unavailable);
    expect(await answering('', { [HEADER.chunk]: '0', [HEADER.length]: '10' })).toEqual(unavailable);
    expect(await answering('{}', { [HEADER.chunk]: 'x', [HEADER.length]: '2' })).toEqual(unavailable);
  });

  it('is an error when its body is not JSON', async () => {
    expect(await answering('{', {})).toBeInstanceOf(SyntaxError);
  });

  it('leaves nothing behind', () => {
    expect(bus.client.pending).toBe(0);
  });
});

function many(count: number): string {
  return `{${Array.from({ length: count }, (_, n) => `"${n.toString(36)}x":1`).join()}}`;
}
