import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotFound } from '@pks/platform';
import { rowsRead } from '@pks/testing';
import { Follower } from '../../test/follower.ts';
import { seedUnread } from '../../test/many.ts';
import { DAY, NotificationStore, type TestReader } from '../../test/notification-store.ts';
import { RetentionRepository } from './retention.repository.ts';

let store: NotificationStore;
beforeAll(async () => (store = await NotificationStore.open()));
afterAll(() => store.close());

/** The ids of the reader's rows, listed or not. */
async function there({ projectId, userId }: TestReader): Promise<string[]> {
  const text = 'SELECT id FROM notifications WHERE project_id = $1 AND user_id = $2 ORDER BY created_number';
  const rows = await store.database.manager.query<{ id: string }[]>(text, [projectId, userId]);
  return rows.map(({ id }) => id);
}

async function rowsOf(table: string, { projectId, userId }: TestReader, having = 'true'): Promise<number> {
  const text = `SELECT FROM ${table} WHERE project_id = $1 AND user_id = $2 AND ${having}`;
  return (await store.database.manager.query<unknown[]>(text, [projectId, userId])).length;
}

function yearBefore(now: Date): Date {
  return new Date(now.getTime() - 365 * DAY);
}

async function pass(days: number): Promise<void> {
  store.clock.pass(days * DAY);
  await store.expire();
}

describe('a notification that was read', () => {
  it('individually is deleted 30 days afterwards, and not before', async () => {
    const reader = store.aReader();
    const [one, two] = [await reader.receives(), await reader.receives()];
    await reader.read(one);
    await pass(30);
    expect(await there(reader)).toEqual([one, two]);
    await pass(1);
    expect(await there(reader)).toEqual([two]);
    expect(await reader.unread()).toBe(1);
  });

  it('individually, and deleted, is unread for no follower who did not know that it was read', async () => {
    const reader = store.aReader();
    const [one, two] = [await reader.receives(), await reader.receives()];
    const follower = new Follower();
    expect(await follower.unread(reader)).toEqual([two, one]);
    await reader.read(one);
    await pass(31);
    expect(await follower.unread(reader)).toEqual([two]);
    expect(follower.listings).toBe(2);
    expect((await reader.changes(3)).changes).toEqual([]);
  });

  it('by a mark is deleted 30 days afterwards, mark after mark, and the marks with it', async () => {
    const admin = store.aReader('admin');
    const [one, secret] = [await admin.receives(), await admin.receives('admin')];
    await admin.as('viewer').readAll();
    await pass(1);
    const two = await admin.receives();
    await admin.readAll();
    const three = await admin.receives();
    await pass(30);
    expect(await there(admin)).toEqual([secret, two, three]);
    expect(await admin.ids()).toEqual([three]);
    await pass(1);
    expect(await there(admin)).toEqual([three]);
    expect(await rowsOf('notification_marks', admin)).toBe(0);
    expect(await admin.ids()).toEqual([three]);
    await expect(admin.get(one)).rejects.toThrow(NotFound);
  });

  it('by a mark and is unread again stays, and the mark that it was read by is deleted', async () => {
    const reader = store.aReader();
    const [one] = [await reader.receives(), await reader.receives()];
    await reader.readAll();
    await reader.unreadAgain(one);
    await pass(31);
    expect(await there(reader)).toEqual([one]);
    expect(await rowsOf('notification_marks', reader)).toBe(0);
    expect(await reader.ids()).toEqual([one]);
  });
});

describe('a notification that was deleted with all that was read', () => {
  it('is dropped by the next run, and nothing else', async () => {
    const admin = store.aReader('admin');
    const [one, secret] = [await admin.receives(), await admin.receives('admin')];
    await admin.readAll();
    await admin.as('viewer').removeRead();
    const two = await admin.receives();
    expect(await there(admin)).toEqual([one, secret, two]);
    await store.expire();
    expect(await there(admin)).toEqual([secret, two]);
    expect(await admin.ids()).toEqual([two, secret]);
    expect(await rowsOf('notification_inboxes', admin, 'to_erase')).toBe(0);
  });

  it('is not counted when the rest of what the marks had read expires', async () => {
    const admin = store.aReader('admin');
    const [, secret] = [await admin.receives(), await admin.receives('admin')];
    await admin.readAll();
    await admin.as('viewer').removeRead();
    await pass(31);
    expect(await there(admin)).not.toContain(secret);
    expect(await there(admin)).toEqual([]);
    expect(await rowsOf('notification_marks', admin)).toBe(0);
  });
});

describe('a notification that is unread', () => {
  it('is deleted after a year, its count with it, and readers who follow list again', async () => {
    const admin = store.aReader('admin');
    await admin.receives();
    await admin.receives('admin');
    await pass(100);
    const late = await admin.receives();
    const { last } = await admin.changes();
    await pass(266);
    expect(await there(admin)).toEqual([late]);
    expect(await admin.unread()).toBe(1);
    expect((await admin.changes(last)).changes).toMatchObject([{ kind: 'reset' }]);
    expect((await admin.changes(last + 1)).changes).toEqual([]);
    expect(store.notices.sent).toContainEqual({ project_id: admin.projectId, user_ids: [admin.userId] });
  });
});

describe('the search for what was never read', () => {
  it('reads no row that has not expired, wherever the deleted ones were', async () => {
    const reader = store.aReader();
    const old = await reader.receives();
    store.clock.pass(366 * DAY);
    await seedUnread(store.database, store.aReader(), 3_000, store.clock.now());
    await store.expire();
    expect(await there(reader)).not.toContain(old);
    const due = () => new RetentionRepository(store.database).due('unread', yearBefore(store.clock.now()));
    expect(await due()).toBeUndefined();
    expect(await rowsRead(store.database, ['notifications'], due)).toBeLessThan(10);
  });
});

describe('a kind that cannot be deleted', () => {
  it('does not keep the others', async () => {
    const [stuck, reader] = [store.aReader(), store.aReader()];
    const one = await stuck.receives();
    store.clock.pass(366 * DAY);
    await reader.remove(await reader.receives());
    store.clock.pass(8 * DAY);
    await store.database.manager.query(`
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept'; END $$;
      CREATE TRIGGER keep BEFORE DELETE ON notifications FOR EACH ROW EXECUTE FUNCTION keep()`);
    try {
      await expect(store.expire()).rejects.toThrow(/kept/);
      expect(await there(stuck)).toEqual([one]);
      expect(await rowsOf('notification_deletions', reader)).toBe(0);
    } finally {
      await store.database.manager.query('DROP FUNCTION keep CASCADE');
    }
    await store.expire();
    expect(await there(stuck)).toEqual([]);
  });
});

describe('deletions', () => {
  it('are forgotten after 7 days: a reader from before that lists again, a later one does not', async () => {
    const reader = store.aReader();
    const [one, two] = [await reader.receives(), await reader.receives()];
    await reader.remove(one);
    await pass(5);
    await reader.remove(two);
    await pass(3);
    expect(await rowsOf('notification_deletions', reader)).toBe(1);
    expect((await reader.changes(2)).changes).toMatchObject([{ kind: 'reset', number: 4 }]);
    expect((await reader.changes(3)).changes).toMatchObject([{ kind: 'deleted', notification_id: two }]);
  });
});

describe('many that are due', () => {
  it('are deleted batch after batch', async () => {
    const reader = store.aReader();
    const { projectId, userId } = reader;
    await reader.receives();
    await store.database.manager.query(
      `INSERT INTO notifications SELECT project_id, user_id, gen_random_uuid(), gen_random_uuid(), notification_type,
              access_level, title, message, source_object_type, source_object_id, actions, status, read_at,
              n + 1, n + 1, false, created_at, updated_at
         FROM notifications, generate_series(1, 2500) n WHERE project_id = $1 AND user_id = $2`,
      [projectId, userId],
    );
    await store.database.manager.query(
      `UPDATE notification_inboxes SET last_number = 2501, unread_viewer = 2501 WHERE project_id = $1 AND user_id = $2`,
      [projectId, userId],
    );
    expect(await reader.readAll()).toMatchObject({ count: 2501 });
    await pass(31);
    expect(await there(reader)).toEqual([]);
    expect(await rowsOf('notification_marks', reader)).toBe(0);
  });

  it('are left to the next run when the process stops', async () => {
    const reader = store.aReader();
    const one = await reader.receives();
    await reader.readAll();
    store.clock.pass(31 * DAY);
    await store.retention.work({ signal: AbortSignal.abort() });
    expect(await there(reader)).toEqual([one]);
    await store.expire();
    expect(await there(reader)).toEqual([]);
  });
});
