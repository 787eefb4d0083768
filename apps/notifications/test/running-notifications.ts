import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type AccessLevel, type Caller, NOTIFICATIONS_MOVED, type NotificationsMoved } from '@pks/contracts';
import { inProject } from '@pks/platform';
import { type TestedService, aCaller, runningService } from '@pks/testing';
import { notificationsService } from '../src/notifications-service.ts';
import {
  type Delivery,
  NotificationDeliveriesRepository,
} from '../src/notifications/notification-deliveries.repository.ts';

/** The notifications service over a real NATS server and a real PostgreSQL, as the gateway uses it. */
export interface RunningNotifications extends TestedService {
  /** The announcements received over the bus so far. */
  readonly announced: NotificationsMoved[];
  /** Delivers a notification to users, as a consumer of events does. */
  deliver(delivery: Delivery, userIds: readonly string[]): Promise<void>;
}

/** Starts the notifications service, and records what it announces. */
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
        await tested.get(NotificationDeliveriesRepository).deliver(delivery, userIds, new Date());
      }),
    );
  return { ...tested, announced, deliver };
}

/** A member of a project of their own. */
export function aMember(level: AccessLevel = 'viewer', projectId: string = randomUUID()): Caller {
  const view = 'CAN_VIEW_DATA' as const;
  const permissions = level === 'admin' ? [view, 'CAN_PERFORM_ADMIN_ACTIONS' as const] : [view];
  return aCaller({ project: { id: projectId, permissions, artifact_publish_mode: 'manual_publish' } });
}
