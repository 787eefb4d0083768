import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rowsRead } from '@pks/testing';
import { seedUnread } from '../../test/many.ts';
import { NotificationStore, type TestReader } from '../../test/notification-store.ts';

const MANY = 2_000;
/** The users of other projects have few notifications each, so that a plan for any user expects hardly any. */
const [PROJECTS, USERS, FEW] = [60, 8, 8];

let store: NotificationStore;
let reader: TestReader;
beforeAll(async () => {
  store = await NotificationStore.open();
  reader = store.aReader();
  await seedUnread(store.database, reader, MANY, store.clock.now());
  await store.database.transaction(seedElsewhere);
});
afterAll(() => store.close());

async function seedElsewhere(): Promise<void> {
  const { manager } = store.database;
  await manager.query('CREATE TEMPORARY TABLE elsewhere (project_id uuid, user_id uuid)');
  await manager.query(
    `INSERT INTO elsewhere SELECT p.id, gen_random_uuid() FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1::integer)) p
      CROSS JOIN generate_series(1, $2::integer)`,
    [PROJECTS, USERS],
  );
  await manager.query(
    'INSERT INTO notification_projects (project_id, last_number) SELECT DISTINCT project_id, 0 FROM elsewhere',
  );
  await manager.query(
    `INSERT INTO notification_inboxes
       (project_id, user_id, last_number, forgotten_number, unread_viewer, unread_admin, oldest, newest, changed_at)
     SELECT project_id, user_id, $1::integer, 0, $1::integer, 0, now(), now(), now() FROM elsewhere`,
    [FEW],
  );
  await manager.query(
    `INSERT INTO notifications
       (project_id, user_id, id, event_id, notification_type, access_level, title, message, source_object_type,
        source_object_id, status, created_number, changed_number, created_at, updated_at)
     SELECT project_id, user_id, gen_random_uuid(), gen_random_uuid(), 'artifact_published', 'viewer', 'Artifact published',
            'Version 2 is published.', 'artifact', 'churn', 'unread', n, n, now(), now()
       FROM elsewhere CROSS JOIN generate_series(1, $1::integer) n`,
    [FEW],
  );
  await manager.query('DROP TABLE elsewhere');
  await manager.query('ANALYZE notifications');
}

describe('one of many notifications of a user, where others have few', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['read', (id) => reader.get(id)],
    ['marked as read', (id) => reader.read(id)],
    ['marked as unread', (id) => reader.unreadAgain(id)],
    ['marked as read again', (id) => reader.read(id)],
    ['deleted with what is read', () => reader.removeRead()],
    ['deleted', (id) => reader.remove(id)],
  ])('is %s without looking at the others', async (_, use) => {
    const [one] = await reader.list({ limit: 1 });
    const rows = await store.database.transaction(async () => {
      await store.database.manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
      return rowsRead(store.database, ['notifications'], () => use(one?.id ?? ''));
    });
    expect(rows).toBeLessThan(10);
  });
});
