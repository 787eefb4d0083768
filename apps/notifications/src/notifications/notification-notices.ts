import { Inject, Injectable } from '@nestjs/common';
import { NOTIFICATIONS_MOVED, type NotificationsMoved } from '@pks/contracts';
import { BusConnection, LOG, type Log, afterCommit } from '@pks/platform';

/** So many users are named in a message. */
const USERS = 1000;

/** Tells those who follow notifications that there are changes. */
@Injectable()
export class NotificationNotices {
  constructor(
    private readonly bus: BusConnection,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Announces it once the transaction under way is committed. A lost notice is made good when the reader asks by himself. */
  moved(projectId: string, userIds: readonly string[]): void {
    afterCommit(() => {
      for (let first = 0; first < userIds.length; first += USERS) {
        this.announce({ project_id: projectId, user_ids: userIds.slice(first, first + USERS) });
      }
    });
  }

  private announce(moved: NotificationsMoved): void {
    try {
      this.bus.publish(NOTIFICATIONS_MOVED, JSON.stringify(moved));
    } catch (error) {
      this.log.warn({ err: error }, 'a change of notifications could not be announced');
    }
  }
}
