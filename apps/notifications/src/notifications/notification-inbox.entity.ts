import type { AccessLevel } from '@pks/contracts';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { wholeNumber } from './whole-number.ts';

const COUNTER = { viewer: 'unreadViewer', admin: 'unreadAdmin' } as const satisfies Record<
  AccessLevel,
  keyof NotificationInbox
>;

/**
 * What is common to somebody's notifications in a project. Every write locks it first, so their changes are numbered in the
 * order in which they are committed, and what it counts is exact.
 */
@Entity('notification_inboxes')
@Check('notification_inboxes_unread', 'unread_viewer >= 0 AND unread_admin >= 0')
export class NotificationInbox {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'notification_inboxes_pkey' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'notification_inboxes_pkey' })
  readonly userId!: string;

  /** Of the last change. */
  @Column({ type: 'bigint', name: 'last_number', transformer: wholeNumber })
  lastNumber!: number;

  /** Changes up to this one are not remembered in full: who knows no later one lists anew. */
  @Column({ type: 'bigint', name: 'forgotten_number', transformer: wholeNumber })
  forgottenNumber!: number;

  @Column('integer', { name: 'unread_viewer' })
  unreadViewer!: number;

  @Column('integer', { name: 'unread_admin' })
  unreadAdmin!: number;

  /** The times of what was made since the last mark lie between this one and `newest`. */
  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  oldest!: Date | null;

  @Column({ type: 'timestamptz', precision: 3, nullable: true })
  newest!: Date | null;

  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 })
  changedAt!: Date;

  /** Begins a change and returns its number; its time, `changedAt`, is never before that of an earlier one, whatever the clocks say. */
  beginChange(now: Date): number {
    this.changedAt = new Date(Math.max(now.getTime(), this.changedAt.getTime()));
    this.lastNumber += 1;
    return this.lastNumber;
  }

  /** How many unread ones are on these levels. */
  unreadOn(levels: readonly AccessLevel[]): number {
    return levels.reduce((sum, level) => sum + this[COUNTER[level]], 0);
  }

  /** Counts unread ones that came to be, or are unread no longer. */
  countUnread(level: AccessLevel, more: number): void {
    this[COUNTER[level]] += more;
  }

  /** From now on the changes up to this one are not remembered in full. */
  forget(number: number): void {
    this.forgottenNumber = Math.max(this.forgottenNumber, number);
  }

  /** Nothing on these levels is unread any more, and what is made from now on is of another stretch of time. */
  clear(levels: readonly AccessLevel[]): void {
    for (const level of levels) this[COUNTER[level]] = 0;
    this.oldest = null;
    this.newest = null;
  }
}
