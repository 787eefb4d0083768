import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@pks/contracts';
import { type GuardedNats, eventually, silentLog, startGuardedNats } from '@pks/testing';
import { BusConnection } from '../../src/index.ts';
import { type EventMessage, EventStream } from '../../src/events/event-stream.ts';

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

/** The stream of events as a service uses it, with its own user. */
async function streamOf(name: ServiceName): Promise<EventStream> {
  const connection = new BusConnection(nats.urlFor(name), name, silentLog());
  connections = [...connections, connection];
  connection.open();
  await eventually('it is connected', () => connection.connected);
  return new EventStream(connection, { replicas: 1 });
}

function anEvent(subject: string): EventMessage {
  return { id: randomUUID(), subject, payload: '{}', requestId: 'r', occurredAt: '2026-11-22T00:00:00Z' };
}

/** The ids of the next events of a consumer, which acknowledges them. */
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
