import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type AccessLevel, type Caller, NOTIFICATIONS_MOVED, type NotificationsMoved } from '@pks/contracts';
import { inProject } from '@pks/platform';
import { type TestedService, aCaller, runningService } from '@pks/testing';
import { notificationsService } from '../src/notifications.ts';
import { AnnouncementsRepository, type Delivery } from '../src/announcements/announcements.repository.ts';
import { NotificationProjectsRepository } from '../src/announcements/notification-projects.repository.ts';
import { NotificationDeliveriesRepository } from '../src/notifications/notification-deliveries.repository.ts';

/** The notifications service over a real NATS server and a real PostgreSQL, as the gateway uses it. */
export interface RunningNotifications extends TestedService {
  /** The notices received over the bus so far. */
  readonly announced: NotificationsMoved[];
  /** Delivers a notification to users, as a consumer of events does. */
  deliver(delivery: Delivery, userIds: readonly string[]): Promise<void>;
  /** Announces a notification to a project of these admins, but not to the last of them, as a consumer of events does. */
  announce(delivery: Delivery, admins: readonly string[]): Promise<void>;
}

/** Starts the notifications service, and records its notices. */
export async function runningNotifications(): Promise<RunningNotifications> {
  const tested = await runningService(notificationsService);
  const announced: NotificationsMoved[] = [];
  await tested.bus.connection.subscribe(NOTIFICATIONS_MOVED, (message) => {
    announced.push(message.json<NotificationsMoved>());
  });
  await tested.bus.connection.flush();
  const deliver: RunningNotifications['deliver'] = (delivery, userIds) =>
    inProject(delivery.projectId, () =>
      tested.once(async () => {
        const deliveries = tested.get(NotificationDeliveriesRepository);
        for (const userId of userIds) await deliveries.deliver(delivery, userId, new Date());
      }),
    );
  const announce: RunningNotifications['announce'] = (delivery, admins) =>
    inProject(delivery.projectId, () =>
      tested.once(async () => {
        const projects = tested.get(NotificationProjectsRepository);
        const known = await projects.lock(delivery.projectId);
        const changes = admins.map((user_id, index) => ({
          number: known + 1 + index,
          user_id,
          is_member: true,
          is_admin: true,
        }));
        await projects.follow(delivery.projectId, known, changes);
        await tested.get(AnnouncementsRepository).announce(delivery, admins.slice(-1), new Date());
      }),
    );
  return { ...tested, announced, deliver, announce };
}

/** A member of a project of their own. */
export function aMember(level: AccessLevel = 'viewer', projectId: string = randomUUID()): Caller {
  const view = 'CAN_VIEW_DATA' as const;
  const permissions = level === 'admin' ? [view, 'CAN_PERFORM_ADMIN_ACTIONS' as const] : [view];
  return aCaller({ project: { id: projectId, permissions, artifact_publish_mode: 'manual_publish' } });
}
