import type { Database } from '../database/database.ts';
import { reach } from '../diagnostics/moments.ts';
import type { Log } from '../logging/log.ts';
import { Bell } from '../time/bell.ts';
import type { EventMessage, EventStream } from './event-stream.ts';
import { type History, lastTrueSequence } from './history.ts';
import { statement } from '../database/statement.ts';

/** A row that nobody woke the relay for waits no longer: its process died. Milliseconds. */
const LOOK_EVERY_MS = 2_000;
const RETRY_MS = 500;
const BATCH = 100;

const LOCK = statement<object>(
  'outbox_lock',
  `SELECT pg_advisory_xact_lock(hashtextextended(current_schema() || ' outbox', 0))`,
);
const WAITING = statement<EventMessage>(
  'outbox_waiting',
  `SELECT id, subject, payload::text AS payload, request_id AS "requestId", created_at AS "occurredAt"
     FROM outbox WHERE stream_sequence IS NULL ORDER BY id LIMIT ${BATCH}`,
);
const PUBLISHED = statement<object>(
  'outbox_published',
  `UPDATE outbox SET stream_sequence = sent.sequence
     FROM unnest($1::uuid[], $2::bigint[]) AS sent (id, sequence) WHERE outbox.id = sent.id`,
);
const COUNT = statement<{ count: number }>(
  'outbox_count',
  'SELECT count(*) AS count FROM outbox WHERE stream_sequence IS NOT NULL',
);
const AT = statement<{ id: string; sequence: number }>(
  'outbox_at',
  `SELECT id, stream_sequence AS sequence FROM outbox
    WHERE stream_sequence IS NOT NULL ORDER BY stream_sequence OFFSET $1 LIMIT 1`,
);
const LOST = statement<{ id: string }>(
  'outbox_lost',
  'UPDATE outbox SET stream_sequence = NULL WHERE stream_sequence > $1 RETURNING id',
);

/** What a server acknowledged may be lost with it; raised where the connection was lost in between. */
class Uncertain extends Error {}

/**
 * Publishes the rows of a service's outbox, in their order, by one replica at a time. It is woken by the commit that wrote
 * them. After each loss of the connection it looks whether the stream still has what it acknowledged, and publishes again
 * what it has not: twice at worst, never not at all.
 */
export class OutboxRelay {
  private readonly bell = new Bell();
  private underWay: Promise<void> | undefined;
  private stopping = false;
  /** At which number of outages the stream was seen to have everything. */
  private verified: number | undefined;
  private problem: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly stream: EventStream,
    private readonly log: Log,
  ) {}

  open(): void {
    this.underWay = this.run();
  }

  /** There is something to publish. */
  wake(): void {
    this.bell.ring();
  }

  async close(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    await this.underWay;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const wait = (await this.publishAll()) ? LOOK_EVERY_MS : RETRY_MS;
      if (!this.stopping) await this.bell.heard(wait);
    }
  }

  /** Whether everything was published. */
  private async publishAll(): Promise<boolean> {
    try {
      while (!this.stopping && (await this.publishSome()) === BATCH);
      this.problem = undefined;
      return true;
    } catch (error) {
      this.verified = undefined;
      this.stream.forget();
      this.tell(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  /** The number of events that were published, in one transaction. */
  private publishSome(): Promise<number> {
    return this.database.transaction(async () => {
      await this.database.rows(LOCK, []);
      const { outages } = this.stream;
      if (this.verified !== outages) await this.verify(outages);
      const events = await this.database.rows(WAITING, []);
      if (events.length === 0) return 0;
      const sequences = await Promise.all(events.map((event) => this.stream.publish(event)));
      if (this.stream.outages !== outages) throw new Uncertain('the connection was lost');
      reach('published');
      await this.database.rows(PUBLISHED, [events.map(({ id }) => id), sequences]);
      return events.length;
    });
  }

  /** What the stream has lost waits again. */
  private async verify(outages: number): Promise<void> {
    const last = await lastTrueSequence(this.history(), (sequence) => this.stream.idAt(sequence));
    if (last !== undefined) {
      await this.stream.rewindConsumers(last + 1);
      const lost = await this.database.rows(LOST, [last]);
      this.log.warn({ events: lost.length }, 'the stream lost events; they are published again');
    }
    if (this.stream.outages !== outages) throw new Uncertain('the connection was lost');
    this.verified = outages;
  }

  private history(): History {
    return {
      count: async () => (await this.database.rows(COUNT, []))[0]?.count ?? 0,
      at: async (place) => (await this.database.rows(AT, [place]))[0],
    };
  }

  /** Each reason is told once. */
  private tell(reason: string): void {
    if (reason !== this.problem && !this.stopping) this.log.warn({ reason }, 'events wait to be published');
    this.problem = reason;
  }
}
