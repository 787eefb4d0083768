import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually, openSession, openTestDatabase } from '@pks/testing';
import { BusConnection, type Database, Outbox, Unavailable, statement } from '../../src/index.ts';
import { type EventMessage, EventStream } from '../../src/events/event-stream.ts';
import { OutboxRelay } from '../../src/events/outbox-relay.ts';
import { Bell } from '../../src/time/bell.ts';
import { capturedLog } from '../fixtures/captured-log.ts';
import { eventSchema, said } from '../fixtures/event-service.ts';

const PROJECT = '0198a000-0000-7000-8000-000000000001';
const captured = capturedLog();
const { log } = captured;

/** A stream that acknowledges its messages when the test says so. */
class TestStream extends EventStream {
  readonly published: string[] = [];
  acknowledge: () => Promise<void> = async () => undefined;

  constructor() {
    super(new BusConnection('nats://nowhere.invalid', 'test', log), { replicas: 1 }, log);
  }

  override async firstSequence(): Promise<number> {
    return 1;
  }

  override async eventAfter(): Promise<null> {
    return null;
  }

  override async publish({ payload }: EventMessage): Promise<number> {
    this.published.push((JSON.parse(payload) as { words: string }).words);
    const sequence = this.published.length;
    await this.acknowledge();
    return sequence;
  }
}

/** Connections of the service that are idle in a transaction. */
const IN_TRANSACTION = `
  SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'`;
const ADVISORY_LOCKS = `
  SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
   WHERE locktype = 'advisory' AND datname = current_database()`;
const WAITING = statement<{ words: string }>(
  'test_waiting',
  `SELECT payload->>'words' AS words FROM outbox WHERE stream_sequence IS NULL ORDER BY id`,
);

const LEASE = statement<{ until: string }>(
  'test_lease',
  'SELECT held_until::text AS until FROM outbox_lease',
);

const AHEAD = statement<object>(
  'test_lease_ahead',
  `INSERT INTO outbox_lease (holder, held_until) VALUES (gen_random_uuid(), now() + interval '1 hour')`,
);

let database: Database;
let url: string;
let close: () => Promise<void>;
let relays: OutboxRelay[];
let release: () => void;

beforeEach(async () => {
  ({ database, url, close } = await openTestDatabase(eventSchema));
  relays = [];
  release = () => undefined;
});
afterEach(async () => {
  release();
  await Promise.all(relays.map((relay) => relay.close()));
  await close();
});

function aRelay(stream: EventStream): OutboxRelay {
  const relay = new OutboxRelay(database, stream, log);
  relays.push(relay);
  relay.open();
  return relay;
}

/** A stream that acknowledges nothing before it is released. */
function aSlowStream(): TestStream {
  const stream = new TestStream();
  const released = new Promise<void>((resolve) => (release = resolve));
  stream.acknowledge = () => released;
  return stream;
}

async function say(...words: string[]): Promise<void> {
  const outbox = new Outbox(database);
  for (const one of words) {
    const event = said.of({ project_id: PROJECT, words: one });
    await database.transaction(() => outbox.add([event]));
  }
}

const waiting = async (): Promise<string[]> => (await database.rows(WAITING, [])).map(({ words }) => words);
const lease = async () => (await database.rows(LEASE, []))[0] ?? { until: '' };
const allPublished = (): Promise<void> =>
  eventually('everything is published', async () => (await waiting()).length === 0);

describe('the relay', () => {
  it('has no transaction open while the stream is slow, and others write meanwhile', async () => {
    const stream = aSlowStream();
    await say('one', 'two');
    aRelay(stream);
    await eventually('it waits for the stream', () => stream.published.length === 2);
    const session = await openSession(url);
    expect(await session.rows(IN_TRANSACTION)).toEqual([]);
    expect(await session.rows(ADVISORY_LOCKS)).toEqual([]);
    await session.close();
    await say('three');
    expect(await waiting()).toEqual(['one', 'two', 'three']);
    release();
    await allPublished();
    expect(stream.published).toEqual(['one', 'two', 'three']);
  });

  it('has no transaction open while the stream is away, and publishes once it is back', async () => {
    const stream = new TestStream();
    let attempts = 0;
    stream.acknowledge = async () => {
      attempts += 1;
      if (attempts <= 3) throw new Unavailable();
    };
    await say('one');
    aRelay(stream);
    await eventually('it failed', () => attempts > 0);
    const session = await openSession(url);
    expect(await session.rows(IN_TRANSACTION)).toEqual([]);
    await session.close();
    await allPublished();
  });

  it('goes on where the clock of the machine is set back', async () => {
    const stream = new TestStream();
    const ahead = Date.now() + 2 * 86_400_000;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(ahead);
    const relay = aRelay(stream);
    await say('one');
    relay.wake();
    await allPublished();
    clock.mockRestore();
    await say('two');
    relay.wake();
    await eventually('the next one is published', () => stream.published.length === 2);
  });

  it('takes a lease that ends later than any may: the clock of PostgreSQL was set back', async () => {
    await database.rows(AHEAD, []);
    const stream = new TestStream();
    await say('one');
    aRelay(stream);
    await allPublished();
    expect(stream.published).toEqual(['one']);
  });

  it('runs one at a time: another one waits, then finds nothing left', async () => {
    const [first, second] = [aSlowStream(), new TestStream()];
    await say('one');
    aRelay(first);
    await eventually('the first waits for the stream', () => first.published.length === 1);
    const other = aRelay(second);
    await say('two');
    other.wake();
    const { until } = await lease();
    await eventually('the first extends its lease', async () => (await lease()).until > until);
    expect(second.published).toEqual([]);
    release();
    await allPublished();
    expect([...first.published, ...second.published]).toEqual(['one', 'two']);
  });

  it('publishes every 20 ms while events are added without end', async () => {
    const stream = new TestStream();
    await say('first');
    const relay = aRelay(stream);
    await allPublished();
    const claims: number[] = [];
    const rows = database.rows.bind(database);
    jest.spyOn(database, 'rows').mockImplementation((asked, values) => {
      if (asked.name === 'outbox_claim') claims.push(performance.now());
      return rows(asked, values);
    });
    const words: string[] = [];
    while (words.length < 20 || (claims.length < 6 && words.length < 500)) {
      const one = `word ${words.length}`;
      words.push(one);
      await say(one);
      relay.wake();
    }
    await allPublished();
    expect(stream.published).toEqual(['first', ...words]);
    const pauses = claims.slice(1).map((at, n) => at - (claims[n] ?? 0));
    expect(pauses.length).toBeGreaterThan(4);
    // A timer may end early, and a claim come late, so each pause may be shorter. Without a rest, pauses take 1 to 3 ms.
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length).toBeGreaterThan(15);
  });

  it('publishes all that waits without a pause, however much it is', async () => {
    const outbox = new Outbox(database);
    const words = Array.from({ length: 250 }, (_each, n) => said.of({ project_id: PROJECT, words: `${n}` }));
    await database.transaction(() => outbox.add(words));
    const pause = jest.spyOn(Bell.prototype, 'wait');
    const stream = new TestStream();
    const pauses: number[] = [];
    stream.acknowledge = async () => void pauses.push(pause.mock.calls.length);
    aRelay(stream);
    await allPublished();
    pause.mockRestore();
    expect(pauses).toEqual(Array(250).fill(0));
  });

  it('takes over from one that died, in order', async () => {
    await say('one', 'two');
    await database.manager.query(
      `INSERT INTO outbox_lease (holder, held_until) VALUES (gen_random_uuid(), now() + interval '1 second')`,
    );
    const stream = new TestStream();
    aRelay(stream);
    await allPublished();
    expect(stream.published).toEqual(['one', 'two']);
  });

  it('records nothing once another one has the lease', async () => {
    const stream = aSlowStream();
    await say('one');
    aRelay(stream);
    await eventually('it waits for the stream', () => stream.published.length === 1);
    await database.manager.query(
      `UPDATE outbox_lease SET holder = gen_random_uuid(), held_until = now() + interval '1 hour'`,
    );
    release();
    await eventually('it has noticed', () =>
      captured.lines.some(({ reason }) => reason === 'the lease expired'),
    );
    expect(await waiting()).toEqual(['one']);
    await database.manager.query('UPDATE outbox_lease SET held_until = now()');
    await allPublished();
    expect(stream.published).toEqual(['one', 'one']);
  });
});
