import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { MailAllowance } from './mail-allowance.entity.ts';

/** Inserts the row, with a period that is over by every clock, or locks the existing one; returns the time after that. */
const INSERT_OR_LOCK = statement<{ readonly now: string }>(
  'mail_allowances_insert_or_lock',
  `INSERT INTO mail_allowances (subject, began_at, mails) VALUES ($1, 'epoch', 0)
   ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject
   RETURNING clock_timestamp() AS now`,
);

const DELETE_EXPIRED = statement<object>(
  'mail_allowances_delete_expired',
  `DELETE FROM mail_allowances WHERE subject IN (
     SELECT subject FROM mail_allowances WHERE began_at < $1::timestamptz LIMIT 100 FOR UPDATE SKIP LOCKED)`,
);

/** A locked row, and the time after it was locked: PostgreSQL's, which all processes share. */
export interface LockedAllowance {
  readonly row: MailAllowance;
  readonly now: Date;
}

@Injectable()
export class MailAllowancesRepository {
  constructor(private readonly database: Database) {}

  /** The row of a subject, locked until the end of the transaction. */
  async lock(subject: string): Promise<LockedAllowance> {
    const [locked] = await this.database.rows(INSERT_OR_LOCK, [subject]);
    const row = await this.database.manager.findOneByOrFail(MailAllowance, { subject });
    return { row, now: new Date(locked?.now ?? NaN) };
  }

  /** Saves locked rows. */
  async save(rows: readonly MailAllowance[]): Promise<void> {
    await this.database.manager.save([...rows]);
  }

  /** Deletes some of the rows that expired before a time. */
  async deleteExpired(before: Date): Promise<void> {
    await this.database.rows(DELETE_EXPIRED, [before]);
  }
}
