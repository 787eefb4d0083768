import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { SERVICE_NAMES, type ServiceName } from '@pks/contracts';
import { type GuardedNats, OBSERVER, eventually, silentLog, startGuardedNats } from '@pks/testing';
import { jetstreamManager } from '@nats-io/jetstream';
import { BusConnection } from '../../src/index.ts';
import { type EventMessage, EventStream } from '../../src/events/event-stream.ts';
import { STORED, STREAM, STREAM_KEEPER, STREAM_UPDATE } from '../../src/events/stream-subjects.ts';

const EMAIL_CHANGED = 'identity.event.email-changed';
const CONSUMER = 'feedback-emails';

let nats: GuardedNats;
let connections: BusConnection[] = [];
let streams: Record<'identity' | 'feedback' | 'notifications', EventStream>;

beforeAll(async () => {
  nats = await startGuardedNats();
  const [identity, feedback, notifications] = await Promise.all([
    streamOf('identity'),
    streamOf('feedback'),
    streamOf('notifications'),
  ]);
  streams = { identity, feedback, notifications };
});
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await nats.server.stop();
});

async function connectionOf(name: string): Promise<BusConnection> {
  const connection = new BusConnection(nats.urlFor(name), name, silentLog());
  connections = [...connections, connection];
  connection.open();
  await eventually('it is connected', () => connection.connected);
  return connection;
}

/** The stream of events as a service uses it, with its own user. */
async function streamOf(name: ServiceName): Promise<EventStream> {
  const connection = await connectionOf(name);
  return new EventStream(connection, { replicas: 1 }, silentLog());
}

function anEvent(subject: string): EventMessage {
  return { id: randomUUID(), subject, payload: '{}', requestId: 'r', occurredAt: '2026-11-22T00:00:00Z' };
}

/** Acknowledges the next events of a consumer, and returns their ids. */
async function taken(stream: EventStream, most: number): Promise<string[]> {
  const consumer = await stream.consumer(CONSUMER, [EMAIL_CHANGED]);
  const ids: string[] = [];
  for await (const message of await consumer.fetch({ max_messages: most, expires: 5_000 })) {
    ids.push(message.headers?.get('Nats-Msg-Id') ?? '');
    message.ack();
  }
  return ids;
}

it('lets a service publish its events and another one consume them, and rewind the consumers of all services', async () => {
  const { identity, feedback } = streams;
  const events = [anEvent(EMAIL_CHANGED), anEvent(EMAIL_CHANGED)];
  const sequences = [];
  for (const event of events) sequences.push(await identity.publish(event));
  const ids = events.map(({ id }) => id);
  expect(await taken(feedback, 2)).toEqual(ids);
  await eventually('they are acknowledged', async () => (await feedback.pendingOf(CONSUMER)) === 0);
  expect(await identity.idAt(sequences[1] ?? 0)).toBe(ids[1]);
  await identity.rewindConsumers(sequences[1] ?? 0);
  feedback.forget();
  expect(await taken(feedback, 1)).toEqual([ids[1]]);
});

it("refuses an event in another service's name, another one's consumer, and the looks of a relay to whoever has none", async () => {
  const { feedback, notifications } = streams;
  await expect(feedback.publish(anEvent(EMAIL_CHANGED))).rejects.toThrow(/permission/i);
  await expect(feedback.consumer('notifications-mails', [EMAIL_CHANGED])).rejects.toThrow(/permission/i);
  await expect(feedback.consumer('feedback-other', [EMAIL_CHANGED])).rejects.toThrow(/permission/i);
  await expect(notifications.idAt(1)).rejects.toThrow(/permission/i);
  await expect(notifications.rewindConsumers(1)).rejects.toThrow(/permission/i);
});

it("lets nobody publish an event in another service's name by asking JetStream to send one there", async () => {
  const { feedback, identity } = streams;
  const { native } = await connectionOf('feedback');
  const created = `$JS.API.CONSUMER.CREATE.${STREAM}.${CONSUMER}`;
  const pushed = { durable_name: CONSUMER, ack_policy: 'none', deliver_subject: EMAIL_CHANGED };
  const manager = await jetstreamManager((await connectionOf(OBSERVER.name)).native, { checkAPI: false });
  const named = async (): Promise<number> =>
    (await manager.streams.info(STREAM, { subjects_filter: EMAIL_CHANGED })).state.subjects?.[
      EMAIL_CHANGED
    ] ?? 0;
  const reply = await native.request(created, JSON.stringify({ stream_name: STREAM, config: pushed }));
  expect(reply.json()).toMatchObject({ error: { description: expect.stringMatching(/cycle/) } });
  const own = 'feedback.event.signal-closed';
  await feedback.consumer('feedback-suggestions', [own]);
  const sequence = await feedback.publish(anEvent(own));
  const next = `$JS.API.CONSUMER.MSG.NEXT.${STREAM}.feedback-suggestions`;
  const before = await named();
  native.publish(next, '', { reply: EMAIL_CHANGED });
  await eventually('it was sent', async () => {
    const { delivered } = await manager.consumers.info(STREAM, 'feedback-suggestions');
    return delivered.stream_seq === sequence;
  });
  await identity.publish(anEvent('identity.event.project-renamed'));
  expect(await named()).toBe(before);
});

describe('settings by which the stream would store the calls and answers of others, or copy them,', () => {
  const subjects = [...STORED, '_INBOX.gateway.>', 'search.passages.find'];
  const update = JSON.stringify({ name: STREAM, subjects, no_ack: true });
  const stored = async (): Promise<readonly string[]> => {
    const manager = await jetstreamManager((await connectionOf(OBSERVER.name)).native, { checkAPI: false });
    return (await manager.streams.info(STREAM)).config.subjects;
  };

  it.each(SERVICE_NAMES.filter((name) => name !== STREAM_KEEPER))('are refused to %s', async (name) => {
    await streams.identity.firstSequence();
    const { native } = await connectionOf(name);
    await expect(native.request(STREAM_UPDATE, update)).rejects.toThrow(/permission/i);
    expect(await stored()).toEqual(STORED);
  });

  it('are not refused to the service that keeps them', async () => {
    await streams.identity.firstSequence();
    const { native } = await connectionOf(STREAM_KEEPER);
    await native.request(STREAM_UPDATE, update);
    expect(await stored()).toEqual(subjects);
  });
});
