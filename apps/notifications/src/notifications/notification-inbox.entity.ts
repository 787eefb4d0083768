import type { AccessLevel } from '@pks/contracts';
import { bigintNumber } from '@pks/platform';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

const COUNTER = { viewer: 'unreadViewer', admin: 'unreadAdmin' } as const satisfies Record<
  AccessLevel,
  keyof NotificationInbox
>;

const REMOVED = { viewer: 'removedViewer', admin: 'removedAdmin' } as const satisfies Record<
  AccessLevel,
  keyof NotificationInbox
>;

/**
 * A user's changes of their notifications in a project, and the count of their own that are unread. Every write first locks the
 * project's row, then this one, so changes are numbered in the order of their commits, and the counts are exact.
 */
@Entity('notification_inboxes')
@Index('notification_inboxes_to_erase', { synchronize: false })
export class NotificationInbox {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notification_inboxes_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'notification_inboxes_pkey' })
  readonly userId!: string;

  /** The number of the last change. */
  @Column({ type: 'bigint', name: 'last_number', transformer: bigintNumber })
  lastNumber!: number;

  /** Records of changes up to this number are incomplete: a follower whose number is lower has to list again. */
  @Column({ type: 'bigint', name: 'forgotten_number', transformer: bigintNumber })
  forgottenNumber!: number;

  /** How many of the user's own notifications are unread, minus their exceptions from unread announcements. */
  @Column('integer', { name: 'unread_viewer' })
  unreadViewer!: number;

  @Column('integer', { name: 'unread_admin' })
  unreadAdmin!: number;

  /** The number of a mark: the notifications for viewers that it and earlier marks had read, unchanged since, are deleted. */
  @Column({ type: 'bigint', name: 'removed_viewer', transformer: bigintNumber, default: 0 })
  removedViewer!: number;

  /** Like `removedViewer`, for notifications for admins. */
  @Column({ type: 'bigint', name: 'removed_admin', transformer: bigintNumber, default: 0 })
  removedAdmin!: number;

  /** Whether rows of notifications deleted by `removedViewer` or `removedAdmin` are left. */
  @Column('boolean', { name: 'to_erase', default: false })
  toErase!: boolean;

  /** Notifications made since the last mark have times between this one and `newest`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  oldest!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  newest!: Date | null;

  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 })
  changedAt!: Date;

  /**
   * Begins a change and returns its number. Its time, `changedAt`, is never before that of an earlier change, even if
   * clocks differ.
   */
  beginChange(now: Date): number {
    this.changedAt = new Date(Math.max(now.getTime(), this.changedAt.getTime()));
    this.lastNumber += 1;
    return this.lastNumber;
  }

  /** The next change gets a number after that of this announcement of the project. */
  follow(number: number): void {
    this.lastNumber = Math.max(this.lastNumber, number);
  }

  /** Adds to, or subtracts from, the number of unread notifications. */
  countUnread(level: AccessLevel, more: number): void {
    this[COUNTER[level]] += more;
  }

  /** Marks the records of changes up to this number as incomplete. */
  forget(number: number): void {
    this.forgottenNumber = Math.max(this.forgottenNumber, number);
  }

  /** Deletes the notifications of a level that this mark and earlier ones have read. */
  removeReadBy(mark: number, level: AccessLevel): void {
    if (mark <= this[REMOVED[level]]) return;
    this[REMOVED[level]] = mark;
    this.toErase = true;
  }

  /** Sets the unread counts of these levels to 0, and begins a new range of times. */
  clear(levels: readonly AccessLevel[]): void {
    for (const level of levels) this[COUNTER[level]] = 0;
    this.oldest = null;
    this.newest = null;
  }
}
