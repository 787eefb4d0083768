import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { NotificationStore, aDelivery } from '../../test/notification-store.ts';
import { AnnounceToProjects1797379200000 } from './1797379200000-announce-to-projects.ts';

let store: NotificationStore;
beforeAll(async () => (store = await NotificationStore.open()));
afterAll(() => store.close());

/** Restores the earlier schema, in which every user has rows of their own, and migrates it again. */
async function migrate(): Promise<void> {
  const { manager } = store.database;
  await manager.query(`
    DROP TABLE notification_projects, announcements, audience_periods, announcement_exceptions;
    ALTER TABLE notification_inboxes
      DROP COLUMN to_erase, ADD CONSTRAINT notification_inboxes_unread CHECK (unread_viewer >= 0 AND unread_admin >= 0);
    ALTER TABLE notification_marks
      ADD CONSTRAINT notification_marks_read CHECK (read_viewer >= 0 AND read_admin >= 0);
    CREATE INDEX notification_inboxes_removed ON notification_inboxes (project_id, user_id)
      WHERE removed_viewer + removed_admin > 0`);
  const runner = { query: (text: string) => manager.query<unknown>(text) } as QueryRunner;
  await new AnnounceToProjects1797379200000().up(runner);
}

it('an upgrade keeps what each user has, read or not, and their followers miss nothing', async () => {
  const reader = store.aReader();
  const [read, unreadAgain] = [await reader.receives(), await reader.receives()];
  await reader.readAll();
  await reader.unreadAgain(unreadAgain);
  const unread = await reader.receives();
  const other = store.aReader();
  await other.receives();
  await other.readAll();
  await other.removeRead();
  const before = [await reader.list(), await reader.changes(2), await reader.changes()];
  await migrate();
  expect([await reader.list(), await reader.changes(2), await reader.changes()]).toEqual(before);
  expect(await reader.ids({ status: 'read' })).toEqual([read]);
  expect((await reader.ids({ status: 'unread' })).sort()).toEqual([unread, unreadAgain].sort());
  expect(await reader.unread()).toBe(2);

  const { last } = await reader.changes();
  await store.place(reader.projectId, [{ userId: reader.userId, level: 'viewer' }]);
  await store.announce(aDelivery({ projectId: reader.projectId, at: store.clock.now() }));
  const { changes } = await reader.changes(last);
  expect(changes).toMatchObject([{ kind: 'created' }]);
  expect(changes[0]?.number).toBeGreaterThan(last);
  expect(await reader.unread()).toBe(3);
  expect(await reader.readAll()).toMatchObject({ count: 3 });

  await store.expire();
  const rows = 'SELECT FROM notifications WHERE project_id = $1';
  expect(await store.database.manager.query(rows, [other.projectId])).toEqual([]);
});

it('an upgrade puts the first announcement after every change of an inbox', async () => {
  const reader = store.aReader();
  const many = 3 * 2 ** 22 + 7;
  await reader.receives();
  const number = 'UPDATE notification_inboxes SET last_number = $2 WHERE project_id = $1';
  await store.database.manager.query(number, [reader.projectId, many]);
  await migrate();
  await store.place(reader.projectId, [{ userId: reader.userId, level: 'viewer' }]);
  await store.announce(aDelivery({ projectId: reader.projectId, at: store.clock.now() }));
  expect((await reader.changes(many)).changes).toMatchObject([{ number: 4 * 2 ** 22, kind: 'created' }]);
  await reader.readAll();
  expect((await reader.changes()).last).toBe(4 * 2 ** 22 + 1);
});
