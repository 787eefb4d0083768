import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { openTestDatabase, silentLog } from '@pks/testing';
import { Registry } from 'prom-client';
import { BusConnection, type Database, type Occurred, Outbox, Unavailable } from '../../src/index.ts';
import { DeferredEvents, MOST_FAILURES } from '../../src/events/deferred-events.ts';
import { EventMetrics } from '../../src/events/event-metrics.ts';
import { EventStream } from '../../src/events/event-stream.ts';
import { eventSchema, said } from '../fixtures/event-service.ts';

let database: Database;
let close: () => Promise<void>;
let registry: Registry;
let unreachable: EventStream;
beforeEach(async () => {
  ({ database, close } = await openTestDatabase(eventSchema));
  registry = new Registry();
  const metrics = new EventMetrics(registry);
  const connection = new BusConnection('nats://nowhere.invalid', 'test', silentLog());
  unreachable = new EventStream(connection, { replicas: 1 }, silentLog());
  metrics.watchOutbox(database);
  metrics.watchConsumers([{ consumer: 'notes', durable: 'service-notes' }], unreachable);
  metrics.watchDeferred(['notes', 'others'], new DeferredEvents(database));
});
afterEach(() => close());

const anEvent = (hoursAgo: number): Occurred => ({
  id: randomUUID(),
  subject: said.subject,
  payload: {},
  requestId: 'none',
  occurredAt: new Date(Date.now() - hoursAgo * 3_600_000),
});

/** The gauges that have a value, by their names. */
async function scraped(): Promise<Record<string, number>> {
  const metrics = await registry.getMetricsAsJSON();
  return Object.fromEntries(
    metrics.flatMap(({ name, type, values }) =>
      String(type) === 'gauge' ? values.map(({ value }) => [name, value]) : [],
    ),
  );
}

describe('the metrics of events', () => {
  it('are of the moment at which they are requested', async () => {
    await database.transaction(() =>
      new Outbox(database).add([
        said.of({ project_id: '0198a000-0000-7000-8000-000000000001', words: 'one' }),
      ]),
    );
    await database.manager.query(`UPDATE outbox SET created_at = created_at - interval '1 hour'`);
    expect(await scraped()).toEqual({
      outbox_waiting_events: 1,
      outbox_oldest_waiting_seconds: expect.closeTo(3_600, -2),
      events_deferred: 0,
      events_deferred_oldest_seconds: 0,
      events_dead_letters: 0,
    });
    await database.manager.query('DELETE FROM outbox');
    expect(await scraped()).toMatchObject({ outbox_waiting_events: 0, outbox_oldest_waiting_seconds: 0 });
  });

  it('count no more than 10,000 events that are not published, and have the age of the oldest', async () => {
    await database.manager.query(
      `INSERT INTO outbox (id, subject, payload, created_at)
       SELECT uuidv7(), $1, '{}', now() - n * interval '1 second' FROM generate_series(10100, 1, -1) AS n`,
      [said.subject],
    );
    expect(await scraped()).toMatchObject({
      outbox_waiting_events: 10_000,
      outbox_oldest_waiting_seconds: expect.closeTo(10_100, -2),
    });
  });

  it('show what waits for a retry, and since when, apart from what was given up', async () => {
    const deferred = new DeferredEvents(database);
    await deferred.add('notes', anEvent(2), { error: new Unavailable(), counts: false, retryAfter: 60 });
    await deferred.add('others', anEvent(1), { error: 'broken', counts: true });
    expect(await scraped()).toMatchObject({
      events_deferred: 2,
      events_deferred_oldest_seconds: expect.closeTo(7_200, -2),
      events_dead_letters: 0,
    });
    const dead = anEvent(3);
    for (let failures = 0; failures < MOST_FAILURES; failures += 1)
      await deferred.add('notes', dead, { error: 'broken', counts: true });
    expect(await scraped()).toMatchObject({
      events_deferred: 2,
      events_deferred_oldest_seconds: expect.closeTo(7_200, -2),
      events_dead_letters: 1,
    });
  });

  it('leave out what waits for a consumer that the service does not have', async () => {
    await new DeferredEvents(database).add('gone', anEvent(2), { error: 'broken', counts: true });
    expect(await scraped()).toMatchObject({ events_deferred: 0, events_deferred_oldest_seconds: 0 });
  });

  it('name a consumer alike in all of them, and are 0 before it has handled anything', async () => {
    const pending = jest.spyOn(unreachable, 'pendingOf').mockResolvedValue(3);
    const lines = (await registry.metrics()).split('\n').filter((line) => line.includes('consumer="notes"'));
    expect(lines).toEqual([
      'events_handled_total{consumer="notes",outcome="handled"} 0',
      'events_handled_total{consumer="notes",outcome="repeated"} 0',
      'events_handled_total{consumer="notes",outcome="deferred"} 0',
      'events_handled_total{consumer="notes",outcome="dead"} 0',
      'events_pending{consumer="notes"} 3',
    ]);
    expect(pending).toHaveBeenCalledWith('service-notes');
  });

  it('leave out what cannot be read, which is not 0', async () => {
    expect(Object.keys(await scraped())).toHaveLength(5);
    await database.close();
    expect(await scraped()).toEqual({});
  });
});
