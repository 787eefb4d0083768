import type { Database } from '../database/database.ts';
import { deleteInBatches } from '../database/delete-in-batches.ts';
import { later } from '../database/moments.ts';
import { statement } from '../database/statement.ts';
import { storableReason } from '../database/values.ts';
import type { Occurred } from './consumes.ts';

/** After this many failures, an event is a dead letter. */
export const MOST_FAILURES = 5;

/** An event that is due for a retry. */
export interface DueEvent {
  readonly consumer: string;
  readonly event: Occurred;
  /** The failures that count so far. */
  readonly failures: number;
}

/** A dead letter as its command lists it. */
export interface DeadLetter {
  readonly consumer: string;
  readonly event_id: string;
  readonly subject: string;
  readonly occurred_at: string;
  readonly dead_at: string;
  readonly last_error: string;
}

/** Why a consumer failed at an event. */
export interface Failure {
  readonly error: unknown;
  /** Whether the failure counts towards a dead letter. */
  readonly counts: boolean;
  /** The next attempt is made no earlier than after this time. Seconds. */
  readonly retryAfter?: number | undefined;
  /** The failures of the event when this attempt began: if another attempt failed meanwhile, this one does not count as well. */
  readonly seen?: number | undefined;
}

/** The events that wait for a retry. */
export interface Waiting {
  /** 10,000 if there are more. */
  readonly count: number;
  /** How long ago the oldest of them occurred; 0 if there is none. Seconds. */
  readonly age: number;
}

interface DueRow {
  readonly consumer: string;
  readonly event_id: string;
  readonly subject: string;
  readonly payload: object;
  readonly request_id: string;
  readonly occurred_at: string;
  readonly failures: number;
}

/** If a retry takes longer than its lease, two processes may retry an event at the same time: that counts as one failure. */
const FAILURES = 'known.failures + CASE WHEN $10::integer IS NULL OR known.failures = $10 THEN $7 ELSE 0 END';
/** Computed from the row that is added: where tables are distributed, an update of the existing row may not use a clock. */
const WAIT = `interval '1 second' * greatest($9::double precision, 1)`;
const LONGER_WAIT = `interval '1 second' * greatest($9::double precision, power(4, least(known.failures, 5)))`;
const NOW = later('excluded.next_attempt_at', `-(${WAIT})`);
const ADD = statement<{ failures: number }>(
  'deferred_events_add',
  `INSERT INTO deferred_events AS known
     (consumer, event_id, subject, payload, request_id, occurred_at, failures, last_error, next_attempt_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + ${WAIT})
   ON CONFLICT (consumer, event_id) DO UPDATE
      SET failures = ${FAILURES},
          last_error = excluded.last_error,
          next_attempt_at = ${later('excluded.next_attempt_at', `${LONGER_WAIT} - ${WAIT}`)},
          dead_at = CASE WHEN ${FAILURES} >= ${MOST_FAILURES} THEN coalesce(known.dead_at, ${NOW}) END
   RETURNING failures`,
);
/** The most events that are leased at a time. */
export const MOST_DUE = 20;
/**
 * Leases events for 10 s; if their process dies, they are due again after that. The event that has been due for longest comes first.
 * Events that wait for other consumers, or are not due, are not read, however many there are.
 */
const TAKE_DUE = statement<DueRow, { readonly consumers: readonly string[] }>(
  'deferred_events_take_due',
  `WITH first AS (
     SELECT d.consumer, d.event_id, d.next_attempt_at AS due_at FROM unnest(:consumers::text[]) AS followed (consumer)
      CROSS JOIN LATERAL (
        SELECT d.consumer, d.event_id, d.next_attempt_at FROM deferred_events d
         WHERE d.dead_at IS NULL AND d.next_attempt_at <= now() AND d.consumer = followed.consumer
         ORDER BY d.next_attempt_at LIMIT ${MOST_DUE} FOR UPDATE SKIP LOCKED) d
      ORDER BY d.next_attempt_at LIMIT ${MOST_DUE}),
   due AS (
     UPDATE deferred_events d SET next_attempt_at = now() + interval '10 seconds' FROM first
      WHERE d.consumer = first.consumer AND d.event_id = first.event_id
     RETURNING d.consumer, d.event_id, d.subject, d.payload, d.request_id, d.occurred_at, d.failures, first.due_at)
   SELECT consumer, event_id, subject, payload, request_id, occurred_at, failures FROM due ORDER BY due_at`,
);
/** These come after events that were due before, and before those that have just been tried. */
const GIVE_BACK = statement<
  object,
  { readonly consumers: readonly string[]; readonly ids: readonly string[] }
>(
  'deferred_events_give_back',
  `UPDATE deferred_events d SET next_attempt_at = now() FROM unnest(:consumers::text[], :ids::uuid[]) AS given (consumer, id)
    WHERE d.consumer = given.consumer AND d.event_id = given.id`,
);
/** The longest wait is an hour, which a consumer asks for. */
const HASTEN = statement<object>(
  'deferred_events_hasten',
  `UPDATE deferred_events SET next_attempt_at = now()
    WHERE dead_at IS NULL AND next_attempt_at > now() + interval '2 hours'`,
);
const DROP = statement<object>(
  'deferred_events_drop',
  'DELETE FROM deferred_events WHERE consumer = $1 AND event_id = ANY ($2::uuid[])',
);
const FORGET_PROJECT = statement<object>(
  'deferred_events_forget_project',
  `DELETE FROM deferred_events WHERE payload ->> 'project_id' = $1`,
);
const DEAD = statement<DeadLetter>(
  'deferred_events_dead',
  `SELECT consumer, event_id, subject, occurred_at, dead_at, last_error FROM deferred_events
    WHERE dead_at IS NOT NULL ORDER BY dead_at, consumer, event_id LIMIT $1`,
);
/** A request for metrics counts at most this many rows, however many events wait. */
export const MOST_COUNTED = 10_000;
const WAITING = statement<Waiting, { readonly consumers: readonly string[] }>(
  'deferred_events_waiting',
  `SELECT count(*) AS count, coalesce(extract(epoch FROM now() - min(occurred_at)), 0)::float8 AS age
     FROM (SELECT first.occurred_at FROM unnest(:consumers::text[]) AS followed (consumer)
            CROSS JOIN LATERAL (
              SELECT d.occurred_at FROM deferred_events d
               WHERE d.dead_at IS NULL AND d.consumer = followed.consumer
               ORDER BY d.next_attempt_at LIMIT ${MOST_COUNTED}) first
            LIMIT ${MOST_COUNTED}) AS waiting`,
);
const COUNT_DEAD = statement<{ count: number }>(
  'deferred_events_count_dead',
  `SELECT count(*) AS count
     FROM (SELECT FROM deferred_events WHERE dead_at IS NOT NULL ORDER BY dead_at LIMIT ${MOST_COUNTED}) AS dead`,
);
const REPLAY = statement<{ event_id: string }>(
  'deferred_events_replay',
  `UPDATE deferred_events SET failures = 0, dead_at = NULL, next_attempt_at = now()
    WHERE dead_at IS NOT NULL AND ($1::uuid IS NULL OR event_id = $1)
   RETURNING event_id`,
);

/** The events at which consumers of this service failed. */
export class DeferredEvents {
  constructor(private readonly database: Database) {}

  /** Defers an event. Returns the number of failures that count. */
  async add(
    consumer: string,
    event: Occurred,
    { error, counts, retryAfter = 0, seen }: Failure,
  ): Promise<number> {
    const { id, subject, payload, requestId, occurredAt } = event;
    const reason = storableReason(error).slice(0, 1000);
    const values = [
      consumer,
      id,
      subject,
      payload,
      requestId,
      occurredAt,
      counts ? 1 : 0,
      reason,
      retryAfter,
      seen ?? null,
    ];
    const [added] = await this.database.rows(ADD, values);
    return added?.failures ?? 0;
  }

  /** Leases due events of some consumers for 10 s: at most `MOST_DUE`, in the order in which they are to be tried. */
  async takeDue(consumers: readonly string[]): Promise<DueEvent[]> {
    const rows = await this.database.rows(TAKE_DUE, { consumers });
    return rows.map(({ consumer, failures, event_id, subject, payload, request_id, occurred_at }) => ({
      consumer,
      failures,
      event: { id: event_id, subject, payload, requestId: request_id, occurredAt: new Date(occurred_at) },
    }));
  }

  /** Ends the lease of events that were not tried, so that they are due again. */
  async giveBack(events: readonly DueEvent[]): Promise<void> {
    if (events.length === 0) return;
    const consumers = events.map(({ consumer }) => consumer);
    const ids = events.map(({ event }) => event.id);
    await this.database.rows(GIVE_BACK, { consumers, ids });
  }

  /** Makes events due that would wait for hours: PostgreSQL's clock was ahead when they were deferred. */
  async hasten(): Promise<void> {
    await this.database.rows(HASTEN, []);
  }

  async drop(consumer: string, eventIds: readonly string[]): Promise<void> {
    await this.database.rows(DROP, [consumer, eventIds]);
  }

  /** Deletes the events of a project, including dead letters. */
  async forgetProject(projectId: string): Promise<void> {
    await this.database.rows(FORGET_PROJECT, [projectId]);
  }

  /** Deletes events that were not tried for 90 days: dead letters, and events of consumers that the service no longer has. Returns their number. */
  forget(): Promise<number> {
    const key = ['consumer', 'event_id'];
    const old = `next_attempt_at < now() - interval '90 days'`;
    return deleteInBatches(this.database, 'deferred_events', key, old);
  }

  /** The oldest dead letters. */
  dead(limit: number): Promise<DeadLetter[]> {
    return this.database.rows(DEAD, [limit]);
  }

  /** The events of some consumers that wait for a retry, without dead letters. */
  async waiting(consumers: readonly string[]): Promise<Waiting> {
    return (await this.database.rows(WAITING, { consumers }))[0] ?? { count: 0, age: 0 };
  }

  /** The number of dead letters; 10,000 if there are more. */
  async countDead(): Promise<number> {
    return (await this.database.rows(COUNT_DEAD, []))[0]?.count ?? 0;
  }

  /** Makes one dead letter, or all of them, due for a retry. Returns their number. */
  async replay(eventId: string | null): Promise<number> {
    return (await this.database.rows(REPLAY, [eventId])).length;
  }
}
