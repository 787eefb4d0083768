import { Inject, Injectable } from '@nestjs/common';
import { NOTIFICATIONS_MOVED, type NotificationsMoved } from '@pks/contracts';
import { BusConnection, LOG, type Log, afterCommit } from '@pks/platform';

/** Notifies followers that there are changes. */
@Injectable()
export class NotificationNotices {
  constructor(
    private readonly bus: BusConnection,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Publishes the notice for all users of a project once the current transaction is committed. */
  announced(projectId: string): void {
    afterCommit(() => this.publish({ project_id: projectId }));
  }

  /** Publishes the notice for one user once the current transaction is committed. If the notice is lost, followers find the changes at their next poll. */
  moved(projectId: string, userId: string): void {
    afterCommit(() => this.publish({ project_id: projectId, user_ids: [userId] }));
  }

  private publish(moved: NotificationsMoved): void {
    try {
      this.bus.publish(NOTIFICATIONS_MOVED, JSON.stringify(moved));
    } catch (error) {
      this.log.warn({ err: error }, 'notification change notice not published');
    }
  }
}
