import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rowsRead } from '@pks/testing';
import { seedUnread } from '../../test/many.ts';
import { DAY, NotificationStore, type TestReader } from '../../test/notification-store.ts';

const MANY = 500_000;
const A_WHILE_MS = 120_000;

let store: NotificationStore;
let reader: TestReader;
beforeAll(async () => {
  store = await NotificationStore.open();
  reader = store.aReader();
  await seedUnread(store.database, reader, MANY, store.clock.now());
}, A_WHILE_MS);
afterAll(() => store.close());

const WRITTEN = `
  SELECT relname AS name, n_tup_ins AS inserted, n_tup_upd AS updated, n_tup_del AS deleted
    FROM pg_stat_xact_user_tables WHERE schemaname = 'notifications'`;

/** Rows by table, as PostgreSQL counts what this connection has written. */
async function writtenSoFar(): Promise<Map<string, [number, number, number]>> {
  const rows = await store.database.manager.query<Record<string, string>[]>(WRITTEN);
  return new Map(
    rows.map(({ name = '', inserted, updated, deleted }) => [
      name,
      [Number(inserted), Number(updated), Number(deleted)],
    ]),
  );
}

/** The numbers of rows that `work` inserts, updates and deletes, by table. */
function writtenBy(work: () => Promise<unknown>): Promise<Record<string, number[]>> {
  return store.database.transaction(async () => {
    const before = await writtenSoFar();
    await work();
    const more = [...(await writtenSoFar())].map(([table, counts]) => {
      const had = before.get(table) ?? [0, 0, 0];
      return [table, counts.map((count, index) => count - (had[index] ?? 0))] as const;
    });
    return Object.fromEntries(more.filter(([, counts]) => counts.some((count) => count > 0)));
  });
}

describe('half a million notifications of one user', () => {
  it('are counted as a whole, and to 10,000 by their type', async () => {
    expect(await reader.page({ limit: 1 })).toMatchObject({ count: MANY });
    const ofType = { notification_type: 'artifact_published', limit: 20 } as const;
    const page = await reader.page({ ...ofType, offset: 9_990 });
    expect(page).toMatchObject({ count: 10_000, count_is_minimum: true });
    expect(page.results).toHaveLength(10);
    expect(await reader.page({ ...ofType, offset: 10_000 })).toMatchObject({ count: 10_000, results: [] });
    const other = await reader.page({ notification_type: 'signal_closed' });
    expect(other).toEqual({ count: 0, results: [] });
  });

  it('are marked as read by writing two rows', async () => {
    expect(await reader.unread()).toBe(MANY);
    let count = 0;
    const written = await writtenBy(async () => ({ count } = await reader.readAll()));
    expect(count).toBe(MANY);
    expect(written).toEqual({ notification_inboxes: [0, 1, 0], notification_marks: [1, 0, 0] });
    expect(await reader.unread()).toBe(0);
    const { count: total, results } = await reader.page({ limit: 3, offset: 1_000 });
    expect(total).toBe(MANY);
    expect(results.map(({ status }) => status)).toEqual(['read', 'read', 'read']);
  });

  it('are in no list 7 days later, except the one that is unread again', async () => {
    const { results } = await reader.page({ limit: 1, offset: MANY - 1 });
    const oldest = results[0]?.id ?? '';
    await reader.unreadAgain(oldest);
    store.clock.pass(8 * DAY);
    const fresh = await reader.receives();
    expect(await reader.ids()).toEqual([fresh, oldest]);
    expect(await reader.unread()).toBe(2);
  });

  it('are all deleted by writing three rows', async () => {
    let count = 0;
    const written = await writtenBy(async () => ({ count } = await reader.removeRead()));
    expect(count).toBe(MANY - 1);
    expect(written).toEqual({
      notification_deletions: [1, 0, 0],
      notification_inboxes: [0, 1, 0],
      notification_marks: [0, 1, 0],
    });
    expect(await reader.ids()).toHaveLength(2);
  });
});

describe('a thousand notifications that were read one by one', () => {
  it('are not looked at for the list of those that are unread', async () => {
    const another = store.aReader();
    await seedUnread(store.database, another, 2_000, store.clock.now());
    await store.database.manager.query(
      `UPDATE notifications SET status = 'read', read_at = $3, touched = true, changed_number = 2000 + created_number
        WHERE project_id = $1 AND user_id = $2 AND created_number % 2 = 0`,
      [another.projectId, another.userId, store.clock.now()],
    );
    const list = () => another.page({ status: 'unread', limit: 10 });
    expect((await list()).results.map(({ status }) => status)).toEqual(Array(10).fill('unread'));
    expect(await rowsRead(store.database, ['notifications'], list)).toBeLessThan(100);
  });
});
