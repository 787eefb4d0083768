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
 * What a user did with their notifications in a project, and how many of their own there are. Every write locks it first,
 * after the project's row, so changes are numbered in the order of their commits, and its counts are exact.
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

  /** Records of changes up to this one are incomplete: a follower without a later number has to list again. */
  @Column({ type: 'bigint', name: 'forgotten_number', transformer: bigintNumber })
  forgottenNumber!: number;

  /** How many of the user's own are unread, less the exceptions from announcements that would be. */
  @Column('integer', { name: 'unread_viewer' })
  unreadViewer!: number;

  @Column('integer', { name: 'unread_admin' })
  unreadAdmin!: number;

  /** What this mark or an earlier one had read of the notifications for viewers, and was not changed since, is deleted. */
  @Column({ type: 'bigint', name: 'removed_viewer', transformer: bigintNumber, default: 0 })
  removedViewer!: number;

  /** The same for notifications for admins. */
  @Column({ type: 'bigint', name: 'removed_admin', transformer: bigintNumber, default: 0 })
  removedAdmin!: number;

  /** Whether rows of what is deleted in this way are left. */
  @Column('boolean', { name: 'to_erase', default: false })
  toErase!: boolean;

  /** The times of notifications made since the last mark are between this one and `newest`. */
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

  /** The next change follows the project's announcements up to this one. */
  follow(number: number): void {
    this.lastNumber = Math.max(this.lastNumber, number);
  }

  /** Adds to, or subtracts from, the number of unread notifications. */
  countUnread(level: AccessLevel, more: number): void {
    this[COUNTER[level]] += more;
  }

  /** Marks the records of changes up to this one as incomplete. */
  forget(number: number): void {
    this.forgottenNumber = Math.max(this.forgottenNumber, number);
  }

  /** Deletes what a mark and earlier ones have read on a level. */
  removeReadBy(mark: number, level: AccessLevel): void {
    if (mark <= this[REMOVED[level]]) return;
    this[REMOVED[level]] = mark;
    this.toErase = true;
  }

  /** Counts none of the user's own on these levels as unread, and begins a new range of times. */
  clear(levels: readonly AccessLevel[]): void {
    for (const level of levels) this[COUNTER[level]] = 0;
    this.oldest = null;
    this.newest = null;
  }
}
