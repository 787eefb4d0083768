import type { Database } from '../database/database.ts';
import { IS_YOUNG } from '../database/outbox.ts';
import { statement } from '../database/statement.ts';
import { reach } from '../diagnostics/moments.ts';
import type { Log } from '../logging/log.ts';
import { RetryLog } from '../logging/retry-log.ts';
import { Bell } from '../time/bell.ts';
import type { EventMessage, EventStream } from './event-stream.ts';
import { type History, lastTrueSequence } from './history.ts';
import { countLostRows } from './lost-rows.ts';
import { ACQUIRE, OutboxLease, RELEASE_IF_LAST } from './outbox-lease.ts';

/** Polling finds the rows of a process that died before it published them. Milliseconds. */
const POLL_EVERY_MS = 2_000;
const RETRY_MS = 500;
/** How soon to retry while another relay publishes, which probably publishes the rows of this process too. Milliseconds. */
const RETRY_LEASE_MS = 100;
const BATCH = 100;
/** While events keep being added, they are published at most this often, so that more of them go together. Milliseconds. */
const TOGETHER_EVERY_MS = 20;

const IS_WAITING = statement<{ id: string }>(
  'outbox_is_waiting',
  'SELECT id FROM outbox WHERE stream_sequence IS NULL LIMIT 1',
);
/** Returns no row while another relay has the lease, and one row of nulls if nothing waits. */
const CLAIM = statement<EventMessage | { readonly id: null }>(
  'outbox_claim',
  `WITH lease AS (${ACQUIRE})
   SELECT waiting.* FROM lease LEFT JOIN (
     SELECT id, subject, payload::text AS payload, request_id AS "requestId", created_at AS "occurredAt"
       FROM outbox WHERE stream_sequence IS NULL ORDER BY id LIMIT ${BATCH}) waiting ON true
    ORDER BY waiting.id`,
);
const RECORD = statement<{ id: string }>(
  'outbox_record',
  `WITH lease AS (${RELEASE_IF_LAST})
   UPDATE outbox SET stream_sequence = sent.sequence
     FROM lease, unnest(:ids::uuid[], :sequences::bigint[]) AS sent (id, sequence)
    WHERE outbox.id = sent.id RETURNING outbox.id`,
);
/** The rows whose messages the stream has unless it lost them: an old message before the oldest one of the stream has expired. */
const IS_IN_STREAM = `stream_sequence IS NOT NULL AND (${IS_YOUNG} OR stream_sequence >= :first)`;
const COUNT = statement<{ count: number }, { readonly first: number }>(
  'outbox_count',
  `SELECT count(*) AS count FROM outbox WHERE ${IS_IN_STREAM}`,
);
const AT = statement<{ id: string; sequence: number }, { readonly first: number; readonly place: number }>(
  'outbox_at',
  `SELECT id, stream_sequence AS sequence FROM outbox
    WHERE ${IS_IN_STREAM} ORDER BY stream_sequence OFFSET :place LIMIT 1`,
);
const LAST = statement<{ last: number }, { readonly first: number }>(
  'outbox_last',
  `SELECT coalesce(max(stream_sequence), 0) AS last FROM outbox WHERE ${IS_IN_STREAM}`,
);
const LOST = statement<{ id: string }>(
  'outbox_lost',
  `WITH lease AS (${RELEASE_IF_LAST})
   UPDATE outbox SET stream_sequence = NULL FROM lease
    WHERE stream_sequence > :last AND ${IS_IN_STREAM} RETURNING outbox.id`,
);

/** Thrown if the connection or the lease was lost meanwhile: the server may have lost events that it acknowledged, or another relay may have published them. */
class Uncertain extends Error {}

/**
 * Publishes the rows of a service's outbox in order, on one replica at a time. The commit that wrote them wakes it. It
 * waits for the stream without a transaction: a lease keeps other relays away, and what it published is recorded under
 * that lease or not at all. After each loss of the connection, it checks whether the stream still has the events that it
 * acknowledged, and publishes the others again: each event at least once.
 */
export class OutboxRelay {
  private readonly bell = new Bell();
  private readonly lease: OutboxLease;
  private readonly retries: RetryLog;
  private underWay: Promise<void> | undefined;
  private stopping = false;
  /** The stream's number of outages when it was verified to have everything. */
  private verifiedOutages: number | undefined;

  constructor(
    private readonly database: Database,
    private readonly stream: EventStream,
    private readonly log: Log,
  ) {
    this.lease = new OutboxLease(database);
    this.retries = new RetryLog(log, 'events wait to be published');
  }

  open(): void {
    this.underWay = this.run();
  }

  /** Called when there is something to publish. */
  wake(): void {
    this.bell.ring();
  }

  async close(): Promise<void> {
    this.stopping = true;
    this.bell.ring();
    await this.underWay;
  }

  private async run(): Promise<void> {
    let isWoken = true;
    while (!this.stopping) {
      const begun = performance.now();
      const wait = await this.publishAll(isWoken);
      if (!this.stopping) isWoken = await this.bell.wait(wait);
      const rest = begun + TOGETHER_EVERY_MS - performance.now();
      if (rest > 0 && !this.stopping) await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** Returns how long to wait before the next poll. Milliseconds. */
  private async publishAll(isWoken: boolean): Promise<number> {
    try {
      const hasWork = isWoken || (await this.hasWork());
      const isDone = hasWork ? await this.publishBatches() : true;
      this.retries.succeeded();
      return isDone ? POLL_EVERY_MS : RETRY_LEASE_MS;
    } catch (error) {
      this.verifiedOutages = undefined;
      this.stream.forget();
      if (!this.stopping) this.retries.failed(error);
      await this.lease.release();
      return RETRY_MS;
    }
  }

  private async hasWork(): Promise<boolean> {
    if (this.verifiedOutages !== this.stream.outages) return true;
    return (await this.database.rows(IS_WAITING, [])).length > 0;
  }

  /** Publishes all rows that wait, including those that any replica adds meanwhile. False while another relay has the lease. */
  private async publishBatches(): Promise<boolean> {
    for (;;) {
      const { outages } = this.stream;
      const claimed = await this.database.rows(CLAIM, { holder: this.lease.holder });
      if (claimed.length === 0) return false;
      if (this.verifiedOutages !== outages) {
        await this.lease.extendDuring(() => this.verify(outages));
        continue;
      }
      const events = claimed.filter((event): event is EventMessage => event.id !== null);
      const isLast = events.length < BATCH || this.stopping;
      await this.lease.extendDuring(() => this.publish(events, isLast, outages));
      if (isLast) return true;
    }
  }

  private async publish(events: readonly EventMessage[], isLast: boolean, outages: number): Promise<void> {
    const sequences = await Promise.all(events.map((event) => this.stream.publish(event)));
    this.assertConnected(outages);
    if (events.length > 0) reach('published');
    const ids = events.map(({ id }) => id);
    const { holder } = this.lease;
    const recorded = await this.database.rows(RECORD, { ids, sequences, holder, isLast });
    if (recorded.length < ids.length) throw new Uncertain('the lease expired');
  }

  /** Makes the events that the stream has lost wait again. */
  private async verify(outages: number): Promise<void> {
    const first = await this.stream.firstSequence();
    const last = await lastTrueSequence(this.history(first), (sequence) => this.stream.idAt(sequence));
    if (last !== undefined) {
      await this.stream.rewindConsumers(last + 1);
      const lost = await this.database.rows(LOST, { first, last, holder: this.lease.holder, isLast: false });
      if (lost.length === 0) throw new Uncertain('the lease expired');
      this.log.warn({ events: lost.length }, 'stream lost events, publishing them again');
    }
    await this.lookForLostRows(first);
    this.assertConnected(outages);
    this.verifiedOutages = outages;
  }

  private async lookForLostRows(first: number): Promise<void> {
    const [recorded] = await this.database.rows(LAST, { first });
    const events = await countLostRows(this.database, this.stream, recorded?.last ?? 0);
    if (events > 0) this.log.error({ events }, 'PostgreSQL lost transactions whose events the stream has');
  }

  private assertConnected(outages: number): void {
    if (this.stream.outages !== outages) throw new Uncertain('the connection was lost');
  }

  private history(first: number): History {
    return {
      count: async () => (await this.database.rows(COUNT, { first }))[0]?.count ?? 0,
      at: async (place) => (await this.database.rows(AT, { first, place }))[0],
    };
  }
}
