import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestDatabase, rowsRead } from '@pks/testing';
import { type Database, DeferredEvent, InboxEntry } from '../../src/index.ts';
import { DeferredEvents, MOST_FAILURES } from '../../src/events/deferred-events.ts';
import { Inbox } from '../../src/events/inbox.ts';
import { eventSchema, said } from '../fixtures/event-service.ts';

let database: Database;
let close: () => Promise<void>;
let deferred: DeferredEvents;
beforeEach(async () => {
  ({ database, close } = await openTestDatabase(eventSchema));
  deferred = new DeferredEvents(database);
});
afterEach(() => close());

interface Traits {
  /** How long the first has been due, or dead; by default, long enough for the last to be due as well. Seconds. */
  readonly since?: number;
  readonly isDead?: boolean;
}

/** Defers events of a consumer, each due a second before the next, and returns their ids in that order. */
async function defer(
  consumer: string,
  count: number,
  { since = count, isDead = false }: Traits = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await database.manager.query(
    `INSERT INTO deferred_events (consumer, event_id, subject, payload, request_id, occurred_at, failures, last_error,
       next_attempt_at, dead_at)
     SELECT $1, id, $3, '{}', 'none', at, 0, 'away', at, CASE WHEN $5 THEN at END
       FROM unnest($2::uuid[]) WITH ORDINALITY AS ids (id, n)
      CROSS JOIN LATERAL (SELECT now() + interval '1 second' * (n - 1 - $4::integer) AS at) AS times`,
    [consumer, ids, said.subject, since, isDead],
  );
  await database.manager.query('ANALYZE deferred_events');
  return ids;
}

const reading = (work: () => Promise<unknown>): Promise<number> =>
  rowsRead(database, ['deferred_events'], work);
const idsOf = (events: Awaited<ReturnType<DeferredEvents['takeDue']>>): string[] =>
  events.map(({ event }) => event.id);

describe('what is due', () => {
  it('is taken without reading what waits for other consumers', async () => {
    await defer('away', 1_000);
    const [one] = await defer('here', 1);
    let taken: string[] = [];
    const read = await reading(async () => void (taken = idsOf(await deferred.takeDue(['here']))));
    expect(taken).toEqual([one]);
    expect(read).toBeLessThan(20);
  });

  it('is taken in the order in which it became due, 20 at a time, whatever its consumer', async () => {
    const first = await defer('one', 30, { since: 100 });
    const second = await defer('other', 5, { since: 95 });
    const dueFirst = [...first.slice(0, 5), ...[0, 1, 2, 3, 4].flatMap((n) => [first[n + 5], second[n]])];
    const expected = [...dueFirst, ...first.slice(10, 15)];
    const taken = idsOf(await deferred.takeDue(['one', 'other', 'unknown']));
    expect(taken).toHaveLength(20);
    expect(new Set(taken)).toEqual(new Set(expected));
    expect(taken.slice(0, 5)).toEqual(first.slice(0, 5));
    expect(idsOf(await deferred.takeDue(['other', 'one']))).toEqual(first.slice(15));
    expect(await deferred.takeDue(['one', 'other'])).toEqual([]);
  });

  it('is also what was deferred while the clock of PostgreSQL was ahead; what waits for an hour stays', async () => {
    await defer('one', 1_000, { since: -60 });
    await defer('one', 1, { since: -3_600 });
    const ahead = await defer('other', 2, { since: -2 * 86_400 });
    expect(await reading(() => deferred.hasten())).toBeLessThan(20);
    expect(idsOf(await deferred.takeDue(['one', 'other'])).sort()).toEqual(ahead.sort());
  });
});

describe('dead letters', () => {
  it('are counted, listed and replayed without reading what will be retried', async () => {
    await defer('notes', 1_000);
    const [letter] = await defer('notes', 1, { isDead: true });
    const read = await reading(async () => {
      expect(await deferred.countDead()).toBe(1);
      expect(await deferred.dead(10)).toMatchObject([{ event_id: letter }]);
      expect(await deferred.replay(null)).toBe(1);
    });
    expect(read).toBeLessThan(20);
  });

  it('are counted to 10,000', async () => {
    await defer('notes', 10_100, { isDead: true });
    expect(await deferred.countDead()).toBe(10_000);
  });
});

it('what fails is due after a second, and four times as late each time', async () => {
  const event = {
    id: randomUUID(),
    subject: said.subject,
    payload: {},
    requestId: 'r',
    occurredAt: new Date(),
  };
  const delays: number[] = [];
  for (let failures = 0; failures < 4; failures += 1)
    await database.transaction(async () => {
      await deferred.add('notes', event, { error: 'no', counts: true });
      const [row]: { delay: number }[] = await database.manager.query(
        'SELECT extract(epoch FROM next_attempt_at - now())::float8 AS delay FROM deferred_events',
      );
      delays.push(Math.round(row?.delay ?? 0));
    });
  expect(delays).toEqual([1, 4, 16, 64]);
});

it('what fails is deferred, and can become a dead letter, whatever the error quotes', async () => {
  const id = randomUUID();
  const event = { id, subject: said.subject, payload: {}, requestId: 'r', occurredAt: new Date() };
  for (let failures = 1; failures <= MOST_FAILURES; failures += 1)
    expect(await deferred.add('notes', event, { error: new Error('a \0 b \ud83d'), counts: true })).toBe(
      failures,
    );
  expect(await deferred.dead(10)).toMatchObject([{ event_id: id, last_error: 'a \uFFFD b \uFFFD' }]);
});

it('what was handled is forgotten after 16 days, and not before', async () => {
  const [recent, old] = [randomUUID(), randomUUID()];
  await database.manager.query(
    `INSERT INTO inbox (consumer, event_id, handled_at)
     VALUES ('notes', $1, now() - interval '15 days'), ('notes', $2, now() - interval '17 days')`,
    [recent, old],
  );
  await new Inbox(database).forget();
  expect(await database.manager.find(InboxEntry)).toMatchObject([{ eventId: recent }]);
});

it('what was not tried for 90 days is deleted: dead letters, and events whose consumer is gone', async () => {
  const since = 90 * 24 * 3_600 + 60;
  await defer('notes', 1, { since, isDead: true });
  await defer('gone', 1, { since });
  const [recent] = await defer('notes', 1, { since: since - 3_600, isDead: true });
  expect(await deferred.forget()).toBe(2);
  expect(await deferred.forget()).toBe(0);
  expect(await database.manager.find(DeferredEvent)).toMatchObject([{ eventId: recent }]);
});
