import type { AccessLevel } from '@pks/contracts';
import { bigintNumber } from '@pks/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { NotificationInbox } from './notification-inbox.entity.ts';

/**
 * Marks all notifications of an inbox as read: those that were unread, and last changed before the mark, are read from then on.
 * A mark by a non-admin does not cover notifications for admins, which they do not see.
 */
@Entity('notification_marks')
@Index('notification_marks_age', ['at'])
@ForeignKey(() => NotificationInbox, ['projectId', 'userId'], ['projectId', 'userId'], {
  name: 'notification_marks_inbox',
})
export class NotificationMark {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notification_marks_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'notification_marks_pkey' })
  readonly userId!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'notification_marks_pkey', transformer: bigintNumber })
  readonly number!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  @Column('boolean', { name: 'covers_admin' })
  readonly coversAdmin!: boolean;

  /** How many of the user's own notifications it has read that did not change since, minus exceptions from announcements that it would have read. */
  @Column('integer', { name: 'read_viewer' })
  readonly readViewer!: number;

  @Column('integer', { name: 'read_admin' })
  readonly readAdmin!: number;

  /** Notifications made between the previous mark and this one have times between this one and `newest`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readonly oldest!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readonly newest!: Date | null;

  /** Marks everything unread on these levels as read, with one row. */
  static all(inbox: NotificationInbox, levels: readonly AccessLevel[], now: Date): NotificationMark {
    const { projectId, userId, unreadViewer, unreadAdmin, oldest, newest } = inbox;
    const coversAdmin = levels.includes('admin');
    const read = { readViewer: unreadViewer, readAdmin: coversAdmin ? unreadAdmin : 0 };
    const change = { number: inbox.beginChange(now), at: inbox.changedAt };
    inbox.clear(levels);
    const mark = { projectId, userId, ...change, coversAdmin, ...read, oldest, newest };
    return Object.assign(new NotificationMark(), mark satisfies Partial<NotificationMark>);
  }
}
