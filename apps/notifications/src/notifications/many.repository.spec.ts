import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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

interface Written {
  readonly table: string;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

/** The rows that some work writes, by PostgreSQL's own count of them in its transaction. */
function writtenBy(work: () => Promise<unknown>): Promise<Written[]> {
  return store.database.transaction(async () => {
    await work();
    return store.database.manager.query<Written[]>(
      `SELECT relname AS table, n_tup_ins::integer AS inserted, n_tup_upd::integer AS updated,
              n_tup_del::integer AS deleted
         FROM pg_stat_xact_user_tables
        WHERE schemaname = 'notifications' AND n_tup_ins + n_tup_upd + n_tup_del > 0 ORDER BY relname`,
    );
  });
}

describe('half a million notifications of one user', () => {
  it('are marked as read by two rows', async () => {
    expect(await reader.unread()).toBe(MANY);
    let count = 0;
    const written = await writtenBy(async () => ({ count } = await reader.readAll()));
    expect(count).toBe(MANY);
    expect(written).toEqual([
      { table: 'notification_inboxes', inserted: 0, updated: 1, deleted: 0 },
      { table: 'notification_marks', inserted: 1, updated: 0, deleted: 0 },
    ]);
    expect(await reader.unread()).toBe(0);
    const { count: total, results } = await reader.page({ limit: 3, offset: 1_000 });
    expect(total).toBe(MANY);
    expect(results.map(({ status }) => status)).toEqual(['read', 'read', 'read']);
  });

  it('are in no list 7 days later, but for the one that is unread again', async () => {
    const { results } = await reader.page({ limit: 1, offset: MANY - 1 });
    const oldest = results[0]?.id ?? '';
    await reader.unreadAgain(oldest);
    store.clock.pass(8 * DAY);
    const fresh = await reader.hears();
    expect(await reader.ids()).toEqual([fresh, oldest]);
    expect(await reader.unread()).toBe(2);
  });

  it('are deleted to the last that is read', async () => {
    expect(await reader.removeRead()).toMatchObject({ count: MANY - 1 });
    expect(await reader.ids()).toHaveLength(2);
  });
});
