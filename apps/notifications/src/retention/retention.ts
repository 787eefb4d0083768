import { ACCESS_LEVELS } from '@pks/contracts';
import { Clock, Database, type Job, type Worker, Works, inProject, schedule } from '@pks/platform';
import type { NotificationInbox } from '../notifications/notification-inbox.entity.ts';
import { NotificationInboxesRepository } from '../notifications/notification-inboxes.repository.ts';
import { NotificationNotices } from '../notifications/notification-notices.ts';
import { type Expiring, RetentionRepository } from './retention.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * How long each kind is kept: notifications after they were read, or made if they were never read. A follower who was
 * away for longer than deletions are kept lists their notifications again.
 */
const KEPT_DAYS = {
  removed: 0,
  read: 30,
  marked: 30,
  unread: 365,
  deletions: 7,
  marks: 30,
} as const satisfies Record<Expiring, number>;
const KINDS = ['removed', 'read', 'marked', 'unread', 'deletions', 'marks'] as const satisfies Expiring[];

/** Deletes expired notifications, marks and deletions, every 10 minutes. */
export const notificationRetention = schedule('notification-retention', '*/10 * * * *');

/** Deletes what has expired, one inbox and one bounded batch after the other, until nothing is left or the process stops. */
@Works(notificationRetention)
export class Retention implements Worker<typeof notificationRetention> {
  constructor(
    private readonly expired: RetentionRepository,
    private readonly inboxes: NotificationInboxesRepository,
    private readonly notices: NotificationNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async work({ signal }: Pick<Job, 'signal'>): Promise<void> {
    const now = this.clock.now();
    for (const kind of KINDS) {
      const before = new Date(now.getTime() - KEPT_DAYS[kind] * DAY_MS);
      while (!signal.aborted && (await this.deleteBatch(kind, before, now)));
    }
  }

  /** False when there was nothing to delete. */
  private deleteBatch(kind: Expiring, before: Date, now: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      const owner = await this.expired.due(kind, before);
      if (!owner) return false;
      return inProject(owner.projectId, async () => {
        const inbox = await this.inboxes.lock(owner);
        return inbox ? this.deleteFrom(inbox, kind, before, now) : false;
      });
    });
  }

  private async deleteFrom(
    inbox: NotificationInbox,
    kind: Expiring,
    before: Date,
    now: Date,
  ): Promise<boolean> {
    switch (kind) {
      case 'removed':
        return this.deleteRemoved(inbox);
      case 'read':
        return (await this.expired.deleteRead(inbox, before)) > 0;
      case 'marked':
        return (await this.expired.deleteMarked(inbox, before)) > 0;
      case 'unread':
        return this.deleteUnread(inbox, before, now);
      case 'deletions':
        return this.forget(inbox, await this.expired.deleteDeletions(inbox, before));
      case 'marks':
        return this.forget(inbox, await this.expired.deleteMarks(inbox, before));
    }
  }

  private async deleteRemoved(inbox: NotificationInbox): Promise<boolean> {
    const isDone = await this.expired.deleteRemoved(inbox, Math.max(inbox.removedViewer, inbox.removedAdmin));
    if (!isDone) return true;
    for (const level of ACCESS_LEVELS) inbox.removeReadBy(0, level);
    await this.inboxes.store(inbox);
    return true;
  }

  /** Followers get a reset, because no record of these deletions is made. */
  private async deleteUnread(inbox: NotificationInbox, before: Date, now: Date): Promise<boolean> {
    const levels = await this.expired.deleteUnread(inbox, before);
    if (levels.length === 0) return false;
    for (const level of levels) inbox.countUnread(level, -1);
    inbox.forget(inbox.beginChange(now));
    await this.inboxes.store(inbox);
    this.notices.moved(inbox.projectId, [inbox.userId]);
    return true;
  }

  private async forget(inbox: NotificationInbox, numbers: readonly number[]): Promise<boolean> {
    if (numbers.length === 0) return false;
    inbox.forget(Math.max(...numbers));
    await this.inboxes.store(inbox);
    return true;
  }
}
