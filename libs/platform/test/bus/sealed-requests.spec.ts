import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { InProject, Text, Words, contract, nothing, rpc, secret, service } from '@pks/contracts';
import { TEST_SECRET, type TestBus, aCall, aCaller, eventually, openTestBus, outcomeOf } from '@pks/testing';
import { BusSeal, Forbidden, Internal } from '../../src/index.ts';
import { callerText } from '../../src/calls/caller-text.ts';
import { CLOCKS_DIFFER_MS, HEADER } from '../../src/bus/wire.ts';
import {
  type Fields,
  aReplyAddress,
  askSealed,
  openBus,
  rawConnection,
  sealedHeaders,
  serveContract,
} from '../fixtures/bus.ts';

class LogIn {
  @Text()
  readonly password!: string;
}

class Session {
  @Words()
  readonly token!: string;
}

const PASSWORD = 'correct horse battery staple';
const TOKEN = 'pkt_nobody_may_read_this';

const { calls, subject } = contract(`test-${randomUUID().slice(0, 8)}.rooms`, {
  look: rpc(InProject).by('view').returns(nothing),
  rename: rpc(InProject).by('view').returns(nothing),
  logIn: secret(rpc(LogIn).by('anyone').returns(Session)),
  logOut: secret(rpc(LogIn).by('anyone').returns(Session)),
  sync: rpc(InProject).by(service('notifications')).returns(nothing),
});

const PROJECT = randomUUID();
const viewer = aCaller({
  project: { id: PROJECT, permissions: ['CAN_VIEW_DATA'], artifact_publish_mode: 'auto_publish' },
});

let bus: TestBus;
let raw: NatsConnection;
let stop: () => Promise<void>;
let done: string[] = [];
let read: Msg[] = [];

beforeAll(async () => {
  [bus, raw] = await Promise.all([openBus(), rawConnection()]);
  // Not everything, or calls of other tests that nobody handles would seem to be handled.
  for (const place of [`${subject}.>`, '_INBOX.>'])
    raw.subscribe(place, { callback: (_error, message) => void read.push(message) });
  await raw.flush();
  const doing = (name: string) => async () => void done.push(name);
  const logIn = async ({ password }: LogIn) => {
    expect(password).toBe(PASSWORD);
    done.push('logIn');
    return { token: TOKEN };
  };
  ({ stop } = await serveContract(
    { subject, calls },
    { look: doing('look'), rename: doing('rename'), sync: doing('sync'), logIn, logOut: logIn },
  ));
});
beforeEach(() => {
  [done, read] = [[], []];
});
afterAll(async () => {
  await stop();
  await Promise.all([bus.close(), raw.close()]);
});

/** The first message that was read on a subject. */
async function seenOn(place: string): Promise<Msg> {
  const found = () => read.find((message) => message.subject === place);
  await eventually('the message was read', () => found() !== undefined);
  const message = found();
  if (!message) throw new Error();
  return message;
}

interface Changes {
  readonly subject?: string;
  readonly body?: object;
  readonly fields?: Fields;
  /** How much later the message claims to have been sent than it was. Milliseconds. */
  readonly later?: number;
  readonly reply?: string;
}

const REQUEST = { project_id: PROJECT };

/** The outcome of a message from somebody who has read a viewer's message that has not arrived yet. */
async function sendChanged({ fields = {}, later = 0, ...changes }: Changes): Promise<string> {
  const own = {
    subject: calls.look.subject,
    reply: aReplyAddress(),
    body: Buffer.from(JSON.stringify(REQUEST)),
  };
  const sentAt = Date.now();
  const sent = Object.fromEntries(Object.values(HEADER).map((name) => [name, '']));
  const h = sealedHeaders(own, {
    ...sent,
    [HEADER.sequence]: '1',
    [HEADER.caller]: callerText(viewer),
    [HEADER.service]: 'gateway',
    [HEADER.deadline]: '9000',
    [HEADER.sentAt]: String(sentAt),
  });
  const changed = { [HEADER.sentAt]: String(sentAt + later), ...fields };
  for (const [name, value] of Object.entries(changed)) h.set(name, value);
  const { subject: place = own.subject, reply = own.reply } = changes;
  raw.publish(place, changes.body ? JSON.stringify(changes.body) : own.body, { headers: h, reply });
  const answer = await seenOn(reply);
  return answer.headers?.get(HEADER.fault) || 'answered';
}

describe('a request that somebody read on the bus', () => {
  it('is refused when it is sent again', async () => {
    await bus.client.call(calls.look, REQUEST, aCall(viewer));
    const { data, headers: h, reply } = await seenOn(calls.look.subject);
    if (!h || !reply) throw new Error('The request has no headers.');
    await seenOn(reply);
    for (const address of [reply, aReplyAddress()]) {
      read = [];
      raw.publish(calls.look.subject, data, { headers: h, reply: address });
      expect((await seenOn(address)).headers?.get(HEADER.fault)).toBe('forbidden');
    }
    expect(done).toEqual(['look']);
  });

  it('is valid unchanged', async () => {
    expect(await sendChanged({})).toBe('answered');
    expect(done).toEqual(['look']);
  });

  it.each<[string, Changes]>([
    ['another call', { subject: calls.rename.subject }],
    ['another address for the answer', { reply: aReplyAddress() }],
    ['another project', { body: { project_id: randomUUID() } }],
    ['a further field', { body: { ...REQUEST, name: 'theirs' } }],
    ['another number', { fields: { [HEADER.sequence]: '2' } }],
    ['another caller', { fields: { [HEADER.caller]: callerText(aCaller()) } }],
    ['another service', { fields: { [HEADER.service]: 'notifications' } }],
    ['more time', { fields: { [HEADER.deadline]: '9001' } }],
    ['a later time', { later: 1 }],
    ['an earlier time', { later: -1 }],
    ['another request id', { fields: { [HEADER.requestId]: 'another' } }],
    ['an idempotency key', { fields: { [HEADER.idempotencyKey]: 'k' } }],
    ['another fingerprint of its contents', { fields: { [HEADER.fingerprint]: 'f' } }],
    ['another operation', { fields: { [HEADER.operation]: 'POST /' } }],
    ['another address of its client', { fields: { [HEADER.clientAddress]: '203.0.113.9' } }],
  ])('is refused with %s', async (_what, changes) => {
    expect(await sendChanged(changes)).toBe('forbidden');
    expect(done).toEqual([]);
  });

  it('is of no use after its deadline, also where it has not arrived before', async () => {
    const own = {
      subject: calls.look.subject,
      reply: aReplyAddress(),
      body: Buffer.from(JSON.stringify(REQUEST)),
    };
    const fields = {
      [HEADER.caller]: callerText(viewer),
      [HEADER.service]: 'gateway',
      [HEADER.deadline]: '10000',
    };
    const sentAt = String(Date.now() - CLOCKS_DIFFER_MS - 10_000);
    const late = sealedHeaders(own, { ...fields, [HEADER.sentAt]: sentAt });
    raw.publish(own.subject, own.body, { headers: late, reply: own.reply });
    const inTime = { ...fields, [HEADER.sentAt]: String(Date.now()) };
    const next = await askSealed(raw, calls.rename.subject, JSON.stringify(REQUEST), inTime);
    expect(next.headers?.get(HEADER.fault)).toBeFalsy();
    expect(done).toEqual(['rename']);
  });
});

describe('a request that is sealed with another secret, or not at all', () => {
  it('is refused, whatever it says', async () => {
    const other = new BusSeal('another secret, of an attacker of this bus');
    const fields = { [HEADER.caller]: callerText(viewer), [HEADER.service]: 'notifications' };
    for (const call of [calls.look, calls.sync, calls.logIn]) {
      const answer = await askSealed(
        raw,
        call.subject,
        JSON.stringify({ project_id: PROJECT }),
        fields,
        other,
      );
      expect(JSON.parse(answer.string())).toEqual(new Forbidden().data);
      const bare = await raw.request(call.subject, '{}', { timeout: 5_000 });
      expect(JSON.parse(bare.string())).toEqual(new Forbidden().data);
    }
    expect(done).toEqual([]);
  });

  it('does not stop those of the same installation', async () => {
    const wrong = openTestBus(undefined, 'another secret, of an attacker of this bus');
    await eventually('it is connected', () => wrong.connection.connected);
    expect(await outcomeOf(wrong.client.call(calls.look, REQUEST, aCall(viewer)))).toEqual(
      new Forbidden().data,
    );
    expect(await outcomeOf(bus.client.call(calls.look, REQUEST, aCall(viewer)))).toEqual({
      answered: undefined,
    });
    await wrong.close();
  });
});

describe('a secret call', () => {
  it('shows whoever reads the bus neither its request nor its answer', async () => {
    const session = await bus.client.call(calls.logIn, { password: PASSWORD }, aCall(null));
    expect(session).toEqual({ token: TOKEN });
    const request = await seenOn(calls.logIn.subject);
    await seenOn(request.reply ?? '');
    const texts = read.map((message) => Buffer.from(message.data).toString('latin1'));
    expect(texts.length).toBeGreaterThanOrEqual(2);
    expect(texts.filter((text) => text.includes('horse') || text.includes(TOKEN))).toEqual([]);
  });

  it('fails at once if its answer is not encrypted, or for another request', async () => {
    const { calls: others } = contract(`test-${randomUUID().slice(0, 8)}.rooms`, {
      logIn: secret(rpc(LogIn).by('anyone').returns(Session)),
    });
    const { subject: place } = others.logIn;
    const answer = Buffer.from(JSON.stringify({ token: TOKEN }));
    const bodies = [answer, new BusSeal(TEST_SECRET).encrypt(answer, `answer ${place} elsewhere`)];
    raw.subscribe(place, { callback: (_error, message) => void message.respond(bodies.pop()) });
    await raw.flush();
    const logIn = () => outcomeOf(bus.client.call(others.logIn, { password: PASSWORD }, aCall(null)));
    expect([await logIn(), await logIn()]).toEqual([new Internal().data, new Internal().data]);
    expect(bus.client.pending).toBe(0);
  });

  it('does not take an encrypted request of another call', async () => {
    await bus.client.call(calls.logIn, { password: PASSWORD }, aCall(null));
    const { data } = await seenOn(calls.logIn.subject);
    done = [];
    const answer = await askSealed(raw, calls.logOut.subject, data);
    expect(answer.headers?.get(HEADER.fault)).toBe('internal');
    expect(
      (await askSealed(raw, calls.logIn.subject, JSON.stringify({ password: PASSWORD }))).headers?.get(
        HEADER.fault,
      ),
    ).toBe('internal');
    expect(done).toEqual([]);
  });
});
