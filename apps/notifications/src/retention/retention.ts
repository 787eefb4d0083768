import {
  Clock,
  Database,
  type Job,
  Unavailable,
  type Worker,
  Works,
  inProject,
  schedule,
} from '@pks/platform';
import { NotificationProjectsRepository } from '../announcements/notification-projects.repository.ts';
import type { NotificationInbox } from '../notifications/notification-inbox.entity.ts';
import { NotificationInboxesRepository } from '../notifications/notification-inboxes.repository.ts';
import { NotificationNotices } from '../notifications/notification-notices.ts';
import { AnnouncementRetentionRepository } from './announcement-retention.repository.ts';
import { type Expiring, RetentionRepository } from './retention.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * How many days each kind is kept: marks with what they have read, notifications from when they were read, or made if they were
 * never read. A follower who was away for longer than deletions are kept lists their notifications again.
 */
const KEPT_DAYS = {
  marks: 30,
  removed: 0,
  read: 30,
  unread: 365,
  deletions: 7,
} as const satisfies Record<Expiring, number>;
/** How long announcements are kept, read or not. */
const ANNOUNCED_DAYS = 365;
const KINDS = ['marks', 'removed', 'read', 'unread', 'deletions'] as const satisfies Expiring[];

/** Deletes expired notifications, announcements, marks and deletions, every 10 minutes. */
export const notificationRetention = schedule('notification-retention', '*/10 * * * *');

/**
 * Deletes what has expired, one inbox and one bounded batch after the other, until nothing is left or the process stops. A kind
 * whose deletion fails does not keep the others from being deleted, except when the database is unavailable.
 */
@Works(notificationRetention)
export class Retention implements Worker<typeof notificationRetention> {
  constructor(
    private readonly expired: RetentionRepository,
    private readonly announcements: AnnouncementRetentionRepository,
    private readonly projects: NotificationProjectsRepository,
    private readonly inboxes: NotificationInboxesRepository,
    private readonly notices: NotificationNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async work({ signal }: Pick<Job, 'signal'>): Promise<void> {
    const now = this.clock.now();
    const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
    const batches = [
      ...KINDS.map((kind) => () => this.deleteBatch(kind, before(KEPT_DAYS[kind]), now)),
      () => this.dropAnnouncements(before(ANNOUNCED_DAYS)),
    ];
    const errors: unknown[] = [];
    for (const deleteBatch of batches) {
      try {
        while (!signal.aborted && (await deleteBatch()));
      } catch (error) {
        if (error instanceof Unavailable) throw error;
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '));
  }

  /** False when there was nothing to delete. Followers get a reset. */
  private dropAnnouncements(before: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      const projectId = await this.announcements.due(before);
      if (projectId === undefined) return false;
      return inProject(projectId, async () => {
        await this.projects.lock(projectId);
        this.notices.announced(projectId);
        return this.announcements.drop(projectId, before);
      });
    });
  }

  /** False when there was nothing to delete. */
  private deleteBatch(kind: Expiring, before: Date, now: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      const owner = await this.expired.due(kind, before);
      if (!owner) return false;
      return inProject(owner.projectId, async () =>
        this.deleteFrom(await this.inboxes.lock(owner), kind, before, now),
      );
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
        return this.forget(inbox, await this.expired.deleteRead(inbox, before));
      case 'unread':
        return this.deleteUnread(inbox, before, now);
      case 'deletions':
        return this.forget(inbox, await this.expired.deleteDeletions(inbox, before));
      case 'marks':
        return this.deleteMarks(inbox, before);
    }
  }

  private async deleteRemoved(inbox: NotificationInbox): Promise<boolean> {
    const upTo = Math.max(inbox.removedViewer, inbox.removedAdmin);
    if (await this.expired.deleteRemoved(inbox, upTo)) {
      inbox.toErase = false;
      await this.inboxes.store(inbox);
    }
    return true;
  }

  private async deleteMarks(inbox: NotificationInbox, before: Date): Promise<boolean> {
    const { last, lastOfAdmin } = await this.expired.deleteMarks(inbox, before);
    if (last === null) return false;
    inbox.removeReadBy(last, 'viewer');
    inbox.removeReadBy(lastOfAdmin ?? 0, 'admin');
    return this.forget(inbox, [last]);
  }

  /** Followers get a reset, because no record of these deletions is made. */
  private async deleteUnread(inbox: NotificationInbox, before: Date, now: Date): Promise<boolean> {
    const levels = await this.expired.deleteUnread(inbox, before);
    if (levels.length === 0) return false;
    for (const level of levels) inbox.countUnread(level, -1);
    inbox.forget(inbox.beginChange(now));
    await this.inboxes.store(inbox);
    this.notices.moved(inbox.projectId, inbox.userId);
    return true;
  }

  /** Has followers who have not seen all of these changes list again. */
  private async forget(inbox: NotificationInbox, numbers: readonly number[]): Promise<boolean> {
    if (numbers.length === 0) return false;
    inbox.forget(Math.max(...numbers));
    await this.inboxes.store(inbox);
    return true;
  }
}
