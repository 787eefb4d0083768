import type { AccessLevel, NotificationStatus, NotificationType } from '@pks/contracts';
import { DAY } from './notification-store.ts';

/** A notification as the API shows it, named by its source. */
export interface Shown {
  readonly source: string;
  readonly status: NotificationStatus;
  readonly read_at: string | null;
  readonly created_at: string;
}

interface Row {
  readonly source: string;
  readonly level: AccessLevel;
  readonly type: NotificationType;
  readonly createdAt: number;
  /** Whether the notification is still as announced to all: the user did not change its status individually. */
  announced: boolean;
  readAt: number | null;
}

/** An event that users of a project are notified of. */
export interface Told {
  readonly source: string;
  readonly level: AccessLevel;
  readonly type: NotificationType;
  readonly at: number;
}

/** The notifications of a project in the simplest possible form: a row for each user. */
export class InboxModel {
  private readonly rows: Map<string, Row>[];
  private readonly places: (AccessLevel | null)[];
  private newest = 0;

  constructor(users: number) {
    this.rows = Array.from({ length: users }, () => new Map());
    this.places = Array.from({ length: users }, () => null);
  }

  place(user: number, level: AccessLevel | null): void {
    this.places[user] = level;
  }

  /** The level on which the user reads. */
  levelOf(user: number): AccessLevel {
    return this.places[user] ?? 'viewer';
  }

  isMember(user: number): boolean {
    return this.places[user] !== null;
  }

  /** Every announcement is later than the one before. */
  announce({ at, ...told }: Told, not: number | null): void {
    this.newest = Math.max(at, this.newest + 1);
    for (const [user, rows] of this.rows.entries()) {
      const place = this.places[user];
      if (user === not || place === null || (told.level === 'admin' && place !== 'admin')) continue;
      rows.set(told.source, { ...told, createdAt: this.newest, announced: true, readAt: null });
    }
  }

  deliver({ at, ...told }: Told, user: number): void {
    this.rows[user]?.set(told.source, { ...told, createdAt: at, announced: false, readAt: null });
  }

  mark(user: number, source: string, readAt: number | null): void {
    const row = this.rows[user]?.get(source);
    if (!row || (row.readAt === null) === (readAt === null)) return;
    Object.assign(row, { readAt, announced: false });
  }

  remove(user: number, source: string): void {
    this.rows[user]?.delete(source);
  }

  markAll(user: number, now: number): number {
    const unread = this.seen(user).filter(({ readAt }) => readAt === null);
    for (const row of unread) row.readAt = now;
    return unread.length;
  }

  removeRead(user: number): number {
    const read = this.seen(user).filter(({ readAt }) => readAt !== null);
    for (const { source } of read) this.remove(user, source);
    return read.length;
  }

  /** Deletes notifications read 30 days ago, or made a year ago and never read; and announcements after a year, read or not. */
  expire(now: number): void {
    for (const rows of this.rows) {
      for (const [source, { readAt, announced, createdAt }] of rows) {
        const isOld = createdAt < now - 365 * DAY;
        const isOver = readAt === null ? isOld : readAt < now - 30 * DAY || (announced && isOld);
        if (isOver) rows.delete(source);
      }
    }
  }

  /** The unread notifications, and those read in the last 7 days, newest first. */
  list(
    user: number,
    now: number,
    filter: { status?: NotificationStatus; type?: NotificationType } = {},
  ): Shown[] {
    return this.seen(user)
      .filter(({ readAt }) => readAt === null || readAt > now - 7 * DAY)
      .filter(
        ({ readAt }) => filter.status === undefined || (readAt === null) === (filter.status === 'unread'),
      )
      .filter(({ type }) => filter.type === undefined || type === filter.type)
      .sort((a, b) => b.createdAt - a.createdAt)
      .map(({ source, readAt, createdAt }) => ({
        source,
        status: readAt === null ? 'unread' : 'read',
        read_at: readAt === null ? null : new Date(readAt).toISOString(),
        created_at: new Date(createdAt).toISOString(),
      }));
  }

  private seen(user: number): Row[] {
    const level = this.levelOf(user);
    return [...(this.rows[user]?.values() ?? [])].filter(
      (row) => level === 'admin' || row.level === 'viewer',
    );
  }
}
