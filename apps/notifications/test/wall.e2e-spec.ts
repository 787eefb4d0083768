import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { notifications } from '@pks/contracts';
import { Jobs, inProject } from '@pks/platform';
import {
  type StatementLog,
  Partitions,
  Wall,
  eventually,
  deleteFullestProject,
  neverCalled,
  neverSent,
  recordStatements,
} from '@pks/testing';
import { NotificationProjectsRepository } from '../src/announcements/notification-projects.repository.ts';
import { MailLinesRepository } from '../src/mails/mail-lines.repository.ts';
import { RetentionRepository } from '../src/retention/retention.repository.ts';
import { notificationRetention } from '../src/retention/retention.ts';
import { aDelivery } from './notification-store.ts';
import { type RunningNotifications, aMember, runningNotifications } from './running-notifications.ts';

const { calls } = notifications;
let running: RunningNotifications;
let log: StatementLog;
let wall: Wall;
let partitions: Partitions;

beforeAll(async () => {
  log = recordStatements();
  running = await runningNotifications();
  wall = await Wall.open(running.service.database.options.url, 'notifications');
  await useEverything();
  const sent = wall.touching(log.sent);
  partitions = await Partitions.open(
    running.service.database.options.url,
    'notifications',
    wall.tables,
    sent,
    {
      few: {
        audience_periods: 'One begins when somebody joins a project, or becomes one of its admins.',
        notification_marks: 'One is made whenever somebody marks all of their notifications as read.',
      },
    },
  );
});
afterAll(async () => {
  log.stop();
  await partitions.close();
  await wall.close();
  await running.stop();
});

/** Makes every call, has retention delete what has expired, and makes the calls again. */
async function useEverything(): Promise<void> {
  const project_id = randomUUID();
  await useInboxes(project_id);
  await useParts(project_id);
  await expire(project_id);
  await useInboxes(project_id);
}

async function useInboxes(project_id: string): Promise<void> {
  const caller = aMember('admin', project_id);
  const people = [caller.user_id, aMember('viewer', project_id).user_id];
  for (const level of ['viewer', 'admin', 'viewer', 'viewer'] as const) {
    await running.deliver(aDelivery({ projectId: project_id, level }), people);
    await running.announce(aDelivery({ projectId: project_id, level }), people);
  }
  const { results } = await running.call(calls.list, { project_id }, caller);
  const about = (index: number) => ({ project_id, notification_id: results[index]?.id });
  const [first, second, third] = [about(0), about(1), about(2)];
  await running.call(calls.list, { project_id, notification_type: results[0]?.notification_type }, caller);
  await running.call(calls.unreadCount, { project_id }, caller);
  await running.call(calls.get, first, caller);
  await running.call(calls.markAsRead, first, caller);
  await running.call(calls.markAllAsRead, { project_id }, caller);
  for (const one of [second, third]) await running.call(calls.markAsUnread, one, caller);
  await running.call(calls.changes, { project_id }, caller);
  await running.call(calls.changes, { project_id, after: 1 }, caller);
  for (const one of [second, third]) await running.call(calls.remove, one, caller);
  await running.call(calls.removeRead, { project_id }, caller);
}

/** Calls the parts that only a consumer of events, or retention, calls. */
async function useParts(projectId: string): Promise<void> {
  const { user_id: userId } = aMember('viewer', projectId);
  await running.call(calls.markAllAsRead, { project_id: projectId }, aMember('viewer', projectId));
  await inProject(projectId, async () => {
    const projects = running.get(NotificationProjectsRepository);
    await projects.audienceNumber(projectId);
    await projects.isAmong(projectId, 'viewer', userId);
    await running.get(RetentionRepository).deleteRead({ projectId, userId }, new Date());
    const lines = running.get(MailLinesRepository);
    for (const line of ['a', 'b', 'a']) await lines.take({ projectId, line, apartMs: 1 }, new Date());
  });
}

/** Has retention delete all notifications and announcements of the project. */
async function expire(projectId: string): Promise<void> {
  const { rows } = running.session;
  for (const table of ['notifications', 'announcements']) {
    await rows(`UPDATE notifications.${table} SET created_at = 'epoch' WHERE project_id = $1`, [projectId]);
  }
  for (const table of ['notification_marks', 'notification_deletions']) {
    await rows(`UPDATE notifications.${table} SET at = 'epoch' WHERE project_id = $1`, [projectId]);
  }
  await running.get(Jobs).trigger(notificationRetention);
  const left = `SELECT FROM notifications.notifications WHERE project_id = $1
     UNION ALL SELECT FROM notifications.announcements WHERE project_id = $1`;
  await eventually('everything is deleted', async () => (await rows(left, [projectId])).length === 0);
}

describe('the wall between projects', () => {
  it('protects every table of projects', async () => {
    expect(wall.tables).toEqual([
      'announcement_exceptions',
      'announcements',
      'audience_periods',
      'mail_lines',
      'notification_deletions',
      'notification_inboxes',
      'notification_marks',
      'notification_projects',
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

  it('would let every statement find its rows in one partition, by an index, were the tables divided by project', async () => {
    expect(partitions.undivided).toEqual([]);
    expect(await partitions.overreaching(wall.touching(log.every))).toEqual([]);
  });

  it('would not keep a cluster that distributes the tables from any statement', async () => {
    expect(await wall.undistributable(log.texts)).toEqual([]);
  });

  it('would notice a statement that does not', async () => {
    const everywhere = {
      name: 'everywhere',
      text: 'SELECT FROM notifications WHERE title = $1',
      values: [''],
      project: randomUUID(),
    };
    expect(await partitions.overreaching([everywhere])).toEqual([
      expect.stringMatching(/^reads 16 partitions of notifications, reads all of notifications: /),
    ]);
  });

  it('is shown for every statement that has a name', async () => {
    expect(await neverSent(join(import.meta.dirname, '../src'), log)).toEqual([]);
  });

  it('is shown for every call about a project', () => {
    expect(neverCalled('notifications', running.called)).toEqual([]);
  });

  it('leaves nothing of a deleted project', async () => {
    expect(await deleteFullestProject(running.bus, wall)).toMatchObject({ emptyBefore: [], left: {} });
  });
});
