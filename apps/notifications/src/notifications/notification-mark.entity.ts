import type { AccessLevel } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { NotificationInbox } from './notification-inbox.entity.ts';
import { wholeNumber } from './whole-number.ts';

/**
 * That somebody marked all as read: whatever was unread, and was last changed before, is read since then. Who is no admin
 * marks none of the admins' notifications, which he does not see.
 */
@Entity('notification_marks')
@Index('notification_marks_age', ['at'])
@Check('notification_marks_read', 'read_viewer >= 0 AND read_admin >= 0')
@ForeignKey(() => NotificationInbox, ['projectId', 'userId'], ['projectId', 'userId'], {
  name: 'notification_marks_inbox',
})
export class NotificationMark {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notification_marks_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'notification_marks_pkey' })
  readonly userId!: string;

  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'notification_marks_pkey', transformer: wholeNumber })
  readonly number!: number;

  @Column({ type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  @Column('boolean', { name: 'covers_admin' })
  readonly coversAdmin!: boolean;

  /** How many are there that it marked, and that nobody changed since. */
  @Column('integer', { name: 'read_viewer' })
  readonly readViewer!: number;

  @Column('integer', { name: 'read_admin' })
  readonly readAdmin!: number;

  /** The times of what was made between the mark before and this one lie between this one and `newest`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readonly oldest!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  readonly newest!: Date | null;

  /** Marks all that is unread on these levels, by one row for however many. */
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
