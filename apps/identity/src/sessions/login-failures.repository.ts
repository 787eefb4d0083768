import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { LoginFailures, type LoginSubject } from './login-failures.entity.ts';

/** Inserts the row, with times that are over by every clock, or locks the existing one; returns the time after that. */
const INSERT_OR_LOCK = statement<{ readonly now: string }>(
  'login_failures_insert_or_lock',
  `INSERT INTO login_failures
     (subject, failures, forgotten_from, pending, pending_until, blocked_until, touched_at)
   VALUES ($1, 0, 'epoch', 0, 'epoch', 'epoch', 'epoch')
   ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject
   RETURNING clock_timestamp() AS now`,
);

const DELETE_EXPIRED = statement<object>(
  'login_failures_delete_expired',
  `DELETE FROM login_failures WHERE subject IN (
     SELECT subject FROM login_failures WHERE touched_at < $1::timestamptz LIMIT 100 FOR UPDATE SKIP LOCKED)`,
);

/** Locked rows, and the time after all of them were locked: PostgreSQL's, which all processes share. */
export interface LockedFailures {
  readonly rows: readonly LoginFailures[];
  readonly now: Date;
}

@Injectable()
export class LoginFailuresRepository {
  constructor(private readonly database: Database) {}

  /** The rows of the subjects, locked until the end of the transaction, always in the same order to avoid deadlocks. */
  async lock(subjects: readonly LoginSubject[]): Promise<LockedFailures> {
    const rows: LoginFailures[] = [];
    let now: string | undefined;
    for (const { key: subject, free } of [...subjects].sort((one, other) => (one.key < other.key ? -1 : 1))) {
      const [locked] = await this.database.rows(INSERT_OR_LOCK, [subject]);
      now = locked?.now;
      const row = await this.database.manager.findOneByOrFail(LoginFailures, { subject });
      rows.push(Object.assign(row, { free }));
    }
    return { rows, now: new Date(now ?? NaN) };
  }

  /** Saves locked rows. */
  async save(rows: readonly LoginFailures[]): Promise<void> {
    await this.database.manager.save([...rows]);
  }

  /** Deletes some of the rows that expired before a time. */
  async deleteExpired(before: Date): Promise<void> {
    await this.database.rows(DELETE_EXPIRED, [before]);
  }
}
