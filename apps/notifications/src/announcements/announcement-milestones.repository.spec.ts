import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NotificationType } from '@pks/contracts';
import { DAY, NotificationStore, type TestReader, aDelivery } from '../../test/notification-store.ts';

let store: NotificationStore;
let reader: TestReader;
let guest: TestReader;
beforeAll(async () => {
  store = await NotificationStore.open();
  reader = store.aReader();
  const visitor = store.aReader();
  guest = Object.assign(visitor, { projectId: reader.projectId });
});
afterAll(() => store.close());

async function announce(times: number, type: NotificationType): Promise<void> {
  const { projectId } = reader;
  for (let time = 0; time < times; time += 1) {
    await store.announce(aDelivery({ projectId, type, at: store.clock.now() }));
  }
}

/** The number of each, after checking that as many are listed. */
async function counted(of: TestReader): Promise<number[]> {
  const lengths: number[] = [];
  for (const notification_type of ['artifact_published', 'member_joined'] as const) {
    lengths.push((await of.ids({ notification_type, limit: 2_000 })).length);
  }
  return lengths;
}

async function milestones(): Promise<number[]> {
  const rows = await store.database.manager.query<{ nth: string }[]>(
    'SELECT nth FROM announcement_milestones WHERE project_id = $1 ORDER BY number',
    [reader.projectId],
  );
  return rows.map(({ nth }) => Number(nth));
}

it('every 256th announcement of a type is a milestone, and between them none is counted', async () => {
  await store.place(reader.projectId, [{ userId: reader.userId, level: 'viewer' }]);
  await announce(300, 'artifact_published');
  await announce(10, 'member_joined');
  store.clock.pass(10 * DAY);
  await store.place(reader.projectId, [{ userId: guest.userId, level: 'viewer' }]);
  await announce(530, 'artifact_published');
  await store.place(reader.projectId, [{ userId: guest.userId, level: null }]);
  await announce(5, 'artifact_published');
  expect(await milestones()).toEqual([256, 512, 768]);
  expect(await counted(reader)).toEqual([835, 10]);
  expect(await counted(guest)).toEqual([530, 0]);
});

it('what a user did alone is counted once', async () => {
  const [first = '', second = ''] = await reader.ids({
    notification_type: 'artifact_published',
    limit: 2_000,
  });
  await reader.read(first);
  await reader.remove(second);
  expect(await counted(reader)).toEqual([834, 10]);
  expect(await reader.ids({ notification_type: 'artifact_published', status: 'read' })).toEqual([first]);
});

it('a milestone leaves with the announcements before it', async () => {
  store.clock.pass(360 * DAY);
  await store.expire();
  expect(await milestones()).toEqual([512, 768]);
  expect(await reader.unread()).toBe(533);
  expect((await counted(reader))[1]).toBe(0);
  await announce(260, 'artifact_published');
  expect(await milestones()).toEqual([512, 768, 1024]);
  expect((await counted(reader))[0]).toBe(533 + 260);
});
