import { Injectable } from '@nestjs/common';
import type {
  Caller,
  InProject,
  Notification,
  NotificationReference,
  NotificationsChanged,
  NotificationStatus,
} from '@pks/contracts';
import { Clock, Database } from '@pks/platform';
import type { NotificationInbox } from './notification-inbox.entity.ts';
import { NotificationInboxesRepository } from './notification-inboxes.repository.ts';
import { NotificationMark } from './notification-mark.entity.ts';
import { NotificationNotices } from './notification-notices.ts';
import { type NotificationRow, viewOf } from './notification-row.ts';
import { NotificationsRepository } from './notifications.repository.ts';
import { type Reader, readerOf } from './reader.ts';

/** Changes the effective user's notifications, each time under the lock of their inbox. */
@Injectable()
export class NotificationKeeping {
  constructor(
    private readonly notifications: NotificationsRepository,
    private readonly inboxes: NotificationInboxesRepository,
    private readonly notices: NotificationNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Marks a notification as read or unread. If it already has that status, it does not change, nor does `read_at` (decisions 8).
   * @throws NotFound
   */
  mark(request: NotificationReference, caller: Caller, status: NotificationStatus): Promise<Notification> {
    const reader = readerOf(caller, request.project_id);
    return this.changing(reader, async (inbox) => {
      const row = await this.notifications.find(reader, request.notification_id);
      if (row.status === status) return viewOf(row, this.clock.now());
      await this.setStatus(row, this.begun(inbox), status);
      return viewOf(await this.notifications.find(reader, row.id), this.clock.now());
    });
  }

  /** Marks all notifications as read with a single row, however many they are. */
  markAll({ project_id }: InProject, caller: Caller): Promise<NotificationsChanged> {
    const reader = readerOf(caller, project_id);
    return this.changing(reader, async (inbox) => {
      const count = await this.notifications.countUnread(reader);
      if (count > 0) {
        await this.inboxes.addMark(NotificationMark.all(inbox, reader.levels, this.clock.now()));
        await this.store(inbox);
      }
      return { message: `Marked ${count} notifications as read`, count };
    });
  }

  /** @throws NotFound */
  remove(request: NotificationReference, caller: Caller): Promise<void> {
    const reader = readerOf(caller, request.project_id);
    return this.changing(reader, async (inbox) => {
      const row = await this.notifications.find(reader, request.notification_id);
      if (row.status === 'unread') inbox.countUnread(row.access_level, -1);
      await this.notifications.remove(row, this.begun(inbox));
      await this.store(inbox);
    });
  }

  /** Deletes all read notifications, of any age. */
  removeRead({ project_id }: InProject, caller: Caller): Promise<NotificationsChanged> {
    const reader = readerOf(caller, project_id);
    return this.changing(reader, async (inbox) => {
      const count = await this.deleteRead(reader, inbox);
      if (count > 0) {
        const level = reader.levels.includes('admin') ? 'admin' : 'viewer';
        await this.notifications.addDeletion(this.begun(inbox), level, null);
        this.notices.moved(inbox.projectId, inbox.userId);
      }
      await this.inboxes.store(inbox);
      return { message: `Deleted ${count} notifications`, count };
    });
  }

  /**
   * Deletes the notifications that marks have read by the numbers of the marks, in constant time; retention removes the rows. That
   * others were read is recorded only in their rows: a follower who has not seen that change yet lists again.
   */
  private async deleteRead(reader: Reader, inbox: NotificationInbox): Promise<number> {
    const emptied = await this.notifications.emptyMarks(reader);
    for (const level of reader.levels) inbox.removeReadBy(emptied[level], level);
    const alone = await this.notifications.deleteRead(reader);
    inbox.forget(alone.last);
    return emptied.count + alone.count;
  }

  private changing<T>(reader: Reader, work: (inbox: NotificationInbox) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => work(await this.inboxes.lock(reader)));
  }

  private async setStatus(
    row: NotificationRow,
    inbox: NotificationInbox,
    status: NotificationStatus,
  ): Promise<void> {
    inbox.countUnread(row.access_level, status === 'unread' ? 1 : -1);
    await this.notifications.change(row, inbox, status);
    await this.store(inbox);
  }

  private begun(inbox: NotificationInbox): NotificationInbox {
    inbox.beginChange(this.clock.now());
    return inbox;
  }

  private async store(inbox: NotificationInbox): Promise<void> {
    await this.inboxes.store(inbox);
    this.notices.moved(inbox.projectId, inbox.userId);
  }
}
