import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rowsRead } from '@pks/testing';
import { NotificationStore, aDelivery } from '../../test/notification-store.ts';

const TABLES = [
  'announcements',
  'announcement_exceptions',
  'audience_periods',
  'notification_inboxes',
  'notification_projects',
];
const MANY = 300;

let store: NotificationStore;
beforeAll(async () => {
  store = await NotificationStore.open();
});
afterAll(() => store.close());

it('is announced without looking at what a project has, also where it had nothing when that was planned', async () => {
  const reader = store.aReader();
  await store.place(reader.projectId, [reader]);
  const announce = (): Promise<boolean> =>
    store.announce(aDelivery({ projectId: reader.projectId }), [reader.userId]);
  for (let n = 0; n < MANY; n += 1) await announce();
  expect(await rowsRead(store.database, TABLES, announce)).toBeLessThan(15);
});
