import { randomUUID } from 'node:crypto';
import { jetstream } from '@nats-io/jetstream';
import { type MsgHdrs, type NatsConnection, connect, headers } from '@nats-io/transport-node';
import pg from 'pg';
import { eventually } from '../eventually.ts';
import { type FaultCase, NOTHING, type Scene } from './fault-case.ts';

const EVENT = 'knowledge.event.version-published';
const REQUESTS = ['knowledge.artifacts.list', 'identity.access.resolve', 'feedback.signals.submit'] as const;
const BODIES = ['', '{"half": ', '7', 'null', '[]', '{}', '{"project_id":"\\u0000"}', '\uFFFE'.repeat(100)];
/**
 * The time within which a dead letter has to exist: it follows five attempts, which are 1, 4, 16 and 64 s
 * apart. Milliseconds.
 */
const DEAD_WITHIN_MS = 120_000;
const ANSWERED_WITHIN_MS = 5_000;

/** Messages that no service would send, from bus users with the permission to send them. */
export const POISON_MESSAGES: FaultCase = {
  name: 'poison-messages',
  sentence:
    'Malformed and wrong-shaped messages are published as events and as requests: consumers go on, and wrong events become dead letters.',
  mayFail: NOTHING,
  isSilent: true,
  bring: async (scene) => {
    const { natsUrls } = scene.product.stack;
    const [knowledge, gateway] = [await open(natsUrls['knowledge']), await open(natsUrls['gateway'])];
    try {
      const shaped = await publishEvents(knowledge);
      const unanswered = await sendRequests(gateway);
      return [...unanswered, ...(await deadLetterFindings(scene, shaped))];
    } finally {
      await Promise.all([knowledge.close(), gateway.close()]);
    }
  },
};

/** Connects as the user in the address. */
function open(address = ''): Promise<NatsConnection> {
  const { username, password, host } = new URL(address);
  return connect({ servers: host, user: username, pass: password, inboxPrefix: `_INBOX.${username}` });
}

/**
 * Publishes wrong events. Returns the ids of those that are events with a wrong payload, which dead letters
 * can store.
 */
async function publishEvents(connection: NatsConnection): Promise<string[]> {
  const stream = jetstream(connection);
  const shaped: string[] = [];
  for (const body of BODIES) {
    const id = randomUUID();
    await stream.publish(EVENT, body, { headers: notes(id) });
    if (['[]', '{}'].includes(body)) shaped.push(id);
  }
  await stream.publish(EVENT, '{}', { headers: notes('not a uuid') });
  await stream.publish(EVENT, '{}');
  return shaped;
}

function notes(id: string): MsgHdrs {
  const made = headers();
  made.set('Nats-Msg-Id', id);
  made.set('Occurred-At', new Date().toISOString());
  return made;
}

/** Sends wrong requests, each of which has to be refused in an answer. */
async function sendRequests(connection: NatsConnection): Promise<string[]> {
  const findings: string[] = [];
  for (const subject of REQUESTS)
    for (const body of BODIES)
      await connection.request(subject, body, { timeout: ANSWERED_WITHIN_MS }).catch((error: unknown) => {
        findings.push(`${subject} did not answer a malformed request: ${String(error)}`);
      });
  return findings;
}

async function deadLetterFindings({ product: { stack } }: Scene, ids: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  const dead = `SELECT count(DISTINCT event_id)::int AS count FROM notifications.deferred_events
    WHERE event_id = ANY($1::uuid[]) AND dead_at IS NOT NULL`;
  const areDead = async (): Promise<boolean> => {
    const { rows } = await client.query<{ count: number }>(dead, [ids]);
    return rows[0]?.count === ids.length;
  };
  try {
    return (await eventually(areDead, DEAD_WITHIN_MS)) ? [] : ['A wrong-shaped event is no dead letter.'];
  } finally {
    await client.end();
  }
}
