import { Counter, type Gauge, Histogram, type Registry } from 'prom-client';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { addScrapedGauge, sharedWhileUnderWay } from '../health/scraped-gauge.ts';
import { type DeferredEvents, MOST_COUNTED } from './deferred-events.ts';
import { HANDLINGS, type OnHandled } from './event-handling.ts';
import type { EventStream } from './event-stream.ts';

const OUTBOX = statement<{ waiting: number; age: number }>(
  'outbox_metrics',
  `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - (
            SELECT created_at FROM outbox WHERE stream_sequence IS NULL ORDER BY id LIMIT 1)), 0)::float8 AS age
     FROM (SELECT FROM outbox WHERE stream_sequence IS NULL ORDER BY id LIMIT ${MOST_COUNTED}) AS counted`,
);

/** A consumer: its name in the service, and its name on the stream. */
export interface WatchedConsumer {
  readonly consumer: string;
  readonly durable: string;
}

/** Metrics of events. Values that cannot be read are left out. */
export class EventMetrics {
  readonly onHandled: OnHandled;

  private readonly handled: Counter;

  constructor(private readonly registry: Registry) {
    this.handled = new Counter({
      name: 'events_handled_total',
      help: 'Events that consumers handled, saw again, put off or gave up.',
      labelNames: ['consumer', 'outcome'],
      registers: [registry],
    });
    const latency = new Histogram({
      name: 'event_latency_seconds',
      help: 'From the commit that caused an event to its effect.',
      labelNames: ['consumer'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
      registers: [registry],
    });
    this.onHandled = (consumer, outcome, { occurredAt }) => {
      this.handled.inc({ consumer, outcome });
      if (outcome === 'handled') latency.observe({ consumer }, (Date.now() - occurredAt.getTime()) / 1000);
    };
  }

  /** The lag of the relay: how many events are not published yet, and the age of the oldest. */
  watchOutbox(database: Database): void {
    const read = sharedWhileUnderWay(async () => (await database.rows(OUTBOX, []))[0]);
    this.gauge('outbox_waiting_events', 'Events that are not published.', async (waiting) =>
      waiting.set((await read())?.waiting ?? 0),
    );
    const help = 'Age of the oldest event that is not published.';
    this.gauge('outbox_oldest_waiting_seconds', help, async (age) => age.set((await read())?.age ?? 0));
  }

  /** How many events consumers handled, starting at 0 for each outcome, and how many they have not. */
  watchConsumers(consumers: readonly WatchedConsumer[], stream: EventStream): void {
    for (const { consumer } of consumers)
      for (const outcome of HANDLINGS) this.handled.inc({ consumer, outcome }, 0);
    const help = 'Events of the stream that a consumer has not handled.';
    const pending = { name: 'events_pending', help, labelNames: ['consumer'] };
    addScrapedGauge(this.registry, pending, async (gauge) => {
      for (const { consumer, durable } of consumers) gauge.set({ consumer }, await stream.pendingOf(durable));
    });
  }

  /**
   * The events at which consumers failed: those to be retried, and dead letters. Nothing retries events of a consumer that the
   * service no longer has, so those do not count as to be retried.
   */
  watchDeferred(consumers: readonly string[], deferred: DeferredEvents): void {
    const read = sharedWhileUnderWay(() => deferred.waiting(consumers));
    this.gauge('events_deferred', 'Events that consumers failed at, and will be retried.', async (waiting) =>
      waiting.set((await read()).count),
    );
    const age = 'Age of the oldest event that consumers failed at, and will be retried.';
    this.gauge('events_deferred_oldest_seconds', age, async (oldest) => oldest.set((await read()).age));
    this.gauge('events_dead_letters', 'Events that consumers failed at too often.', async (dead) =>
      dead.set(await deferred.countDead()),
    );
  }

  private gauge(name: string, help: string, read: (gauge: Gauge) => Promise<void>): void {
    addScrapedGauge(this.registry, { name, help }, read);
  }
}
