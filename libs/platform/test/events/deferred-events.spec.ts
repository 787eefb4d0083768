import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTestDatabase } from '@pks/testing';
import { type Database, DeferredEvent, type Occurred } from '../../src/index.ts';
import { DeferredEvents, MOST_FAILURES } from '../../src/events/deferred-events.ts';
import { eventSchema, said } from '../fixtures/event-service.ts';

let database: Database;
let close: () => Promise<void>;
let deferred: DeferredEvents;
beforeAll(async () => {
  ({ database, close } = await openTestDatabase(eventSchema));
  deferred = new DeferredEvents(database);
});
afterAll(() => close());

const anEvent = (): Occurred => ({
  id: randomUUID(),
  subject: said.subject,
  payload: {},
  requestId: 'none',
  occurredAt: new Date(),
});

/** An event that a consumer has failed at so often. */
async function failed(consumer: string, times: number): Promise<string> {
  const event = anEvent();
  for (let failures = 0; failures < times; failures += 1)
    await deferred.add(consumer, event, { error: 'broken', counts: true });
  return event.id;
}

it('what was not tried for 90 days is deleted: dead letters, and events whose consumer is gone', async () => {
  const [old, ofNone, recent] = [
    await failed('notes', MOST_FAILURES),
    await failed('gone', 1),
    await failed('notes', MOST_FAILURES),
  ];
  await database.manager.query(
    `UPDATE deferred_events SET next_attempt_at = next_attempt_at - interval '90 days 1 hour' WHERE event_id = ANY ($1)`,
    [[old, ofNone]],
  );
  expect(await deferred.forget()).toBe(2);
  expect(await deferred.forget()).toBe(0);
  expect(await database.manager.find(DeferredEvent)).toMatchObject([{ eventId: recent }]);
});
