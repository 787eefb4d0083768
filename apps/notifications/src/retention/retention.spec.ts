import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotFound } from '@pks/platform';
import { silentLog } from '@pks/testing';
import { DAY, NotificationStore, type TestReader } from '../../test/notification-store.ts';
import { RetentionRepository } from './retention.repository.ts';
import { Retention } from './retention.ts';

let store: NotificationStore;
let retention: Retention;
beforeAll(async () => {
  store = await NotificationStore.open();
  const { database, inboxes, notices, clock } = store;
  const kept = new RetentionRepository(database, inboxes, notices);
  retention = new Retention(kept, clock, database, silentLog());
});
afterAll(() => store.close());

/** The ids of what is there, listed or not. */
async function there({ projectId, userId }: TestReader): Promise<string[]> {
  const text = 'SELECT id FROM notifications WHERE project_id = $1 AND user_id = $2 ORDER BY created_number';
  const rows = await store.database.manager.query<{ id: string }[]>(text, [projectId, userId]);
  return rows.map(({ id }) => id);
}

async function rowsOf(table: string, { projectId, userId }: TestReader): Promise<number> {
  const text = `SELECT FROM ${table} WHERE project_id = $1 AND user_id = $2`;
  return (await store.database.manager.query<unknown[]>(text, [projectId, userId])).length;
}

async function pass(days: number): Promise<void> {
  store.clock.pass(days * DAY);
  await retention.dropDue();
}

describe('what was read', () => {
  it('by itself is dropped 30 days afterwards, and not before', async () => {
    const reader = store.aReader();
    const [one, two] = [await reader.hears(), await reader.hears()];
    await reader.read(one);
    await pass(30);
    expect(await there(reader)).toEqual([one, two]);
    await pass(1);
    expect(await there(reader)).toEqual([two]);
    expect(await reader.unread()).toBe(1);
  });

  it('by a mark is dropped 30 days afterwards, mark after mark, and the marks with it', async () => {
    const admin = store.aReader('admin');
    const [one, secret] = [await admin.hears(), await admin.hears('admin')];
    await admin.as('viewer').readAll();
    await pass(1);
    const two = await admin.hears();
    await admin.readAll();
    const three = await admin.hears();
    await pass(30);
    expect(await there(admin)).toEqual([secret, two, three]);
    expect(await admin.ids()).toEqual([three]);
    await pass(1);
    expect(await there(admin)).toEqual([three]);
    expect(await rowsOf('notification_marks', admin)).toBe(0);
    expect(await admin.ids()).toEqual([three]);
    await expect(admin.get(one)).rejects.toThrow(NotFound);
  });

  it('by a mark and is unread again stays, and the mark that it came after goes', async () => {
    const reader = store.aReader();
    const [one] = [await reader.hears(), await reader.hears()];
    await reader.readAll();
    await reader.unreadAgain(one);
    await pass(31);
    expect(await there(reader)).toEqual([one]);
    expect(await rowsOf('notification_marks', reader)).toBe(0);
    expect(await reader.ids()).toEqual([one]);
  });
});

describe('what is unread', () => {
  it('is dropped after a year, its count with it, and who follows lists anew', async () => {
    const admin = store.aReader('admin');
    await admin.hears();
    await admin.hears('admin');
    await pass(100);
    const late = await admin.hears();
    const { last } = await admin.changes();
    await pass(266);
    expect(await there(admin)).toEqual([late]);
    expect(await admin.unread()).toBe(1);
    expect((await admin.changes(last)).changes).toMatchObject([{ kind: 'reset' }]);
    expect((await admin.changes(last + 1)).changes).toEqual([]);
    expect(store.notices.told).toContainEqual({ project_id: admin.projectId, user_ids: [admin.userId] });
  });
});

describe('deletions', () => {
  it('are forgotten after 7 days: who knows less than them lists anew, who knows more does not', async () => {
    const reader = store.aReader();
    const [one, two] = [await reader.hears(), await reader.hears()];
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
  it('are dropped batch after batch', async () => {
    const reader = store.aReader();
    const { projectId, userId } = reader;
    await reader.hears();
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
});
