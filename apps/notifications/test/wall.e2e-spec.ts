import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notifications } from '@pks/contracts';
import { Jobs } from '@pks/platform';
import { type StatementLog, Wall, eventually, recordStatements } from '@pks/testing';
import { notificationRetention } from '../src/retention/retention.ts';
import { aDelivery } from './notification-store.ts';
import { type RunningNotifications, aMember, runningNotifications } from './running-notifications.ts';

const { calls } = notifications;
let running: RunningNotifications;
let log: StatementLog;
let wall: Wall;

beforeAll(async () => {
  log = recordStatements();
  running = await runningNotifications();
  wall = await Wall.open(running.service.database.options.url, 'notifications');
  await useEverything();
});
afterAll(async () => {
  log.stop();
  await wall.close();
  await running.stop();
});

/** Makes every call, then deletes what has expired. */
async function useEverything(): Promise<void> {
  const project_id = randomUUID();
  const [caller, other] = [aMember('admin', project_id), aMember('viewer', project_id)];
  for (const level of ['viewer', 'admin', 'viewer', 'viewer'] as const) {
    await running.deliver(aDelivery({ projectId: project_id, level }), [caller.user_id, other.user_id]);
  }
  const { results } = await running.call(calls.list, { project_id }, caller);
  const [first, second] = results.map(({ id }) => ({ project_id, notification_id: id }));
  await running.call(calls.list, { project_id, notification_type: results[0]?.notification_type }, caller);
  await running.call(calls.unreadCount, { project_id }, caller);
  await running.call(calls.get, first ?? {}, caller);
  await running.call(calls.markAsRead, first ?? {}, caller);
  await running.call(calls.markAllAsRead, { project_id }, caller);
  await running.call(calls.markAsUnread, second ?? {}, caller);
  await running.call(calls.changes, { project_id, after: 1 }, caller);
  await running.call(calls.remove, second ?? {}, caller);
  await running.call(calls.removeRead, { project_id }, caller);
  await expire(project_id);
}

/** Has retention delete everything of the project. */
async function expire(projectId: string): Promise<void> {
  const { rows } = running.session;
  await rows(`UPDATE notifications.notifications SET created_at = 'epoch' WHERE project_id = $1`, [
    projectId,
  ]);
  for (const table of ['notification_marks', 'notification_deletions']) {
    await rows(`UPDATE notifications.${table} SET at = 'epoch' WHERE project_id = $1`, [projectId]);
  }
  await running.get(Jobs).trigger(notificationRetention);
  const left = 'SELECT FROM notifications.notifications WHERE project_id = $1';
  await eventually('everything is deleted', async () => (await rows(left, [projectId])).length === 0);
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toEqual([
      'notification_deletions',
      'notification_inboxes',
      'notification_marks',
      'notifications',
    ]);
    expect(await wall.unprotected()).toEqual([]);
  });

  it('keeps no statement from finding rows by an index', async () => {
    expect(await wall.slowed(wall.touching(log.sent))).toEqual([]);
  });

  it('lets no statement of this service return or change anything for another project than its own', async () => {
    const sent = wall.touching(log.sent);
    expect(await wall.foreignEffects(sent)).toEqual([]);
    expect((await wall.ownEffects(sent)).length).toBeGreaterThan(sent.length / 4);
  });
});
