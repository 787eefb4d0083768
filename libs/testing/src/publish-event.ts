import { randomUUID } from 'node:crypto';
import { jetstream } from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import type { DomainEvent } from '@pks/contracts';
import type { TestBus } from './bus.ts';
import { eventually } from './eventually.ts';

/** Publishes an event as another service does, once the stream exists, and returns its id. */
export async function publishEvent(
  { connection }: Pick<TestBus, 'connection'>,
  { subject, payload }: DomainEvent,
): Promise<string> {
  const msgID = randomUUID();
  const notes = headers();
  notes.set('Request-Id', 'none');
  notes.set('Occurred-At', new Date().toISOString());
  const stream = jetstream(connection.native);
  await eventually('the event is published', () =>
    stream.publish(subject, JSON.stringify(payload), { msgID, headers: notes }).then(
      () => true,
      () => false,
    ),
  );
  return msgID;
}
