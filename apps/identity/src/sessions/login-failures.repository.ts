import { Injectable } from '@nestjs/common';
import { Database, Throttled, statement } from '@pks/platform';
import { type Ending, LoginFailures } from './login-failures.entity.ts';

/** Makes the row, or locks the one that is there. */
const TAKE = statement<object>(
  'login_failures_take',
  `INSERT INTO login_failures
     (subject, failures, forgotten_from, pending, pending_until, blocked_until, touched_at)
   VALUES ($1, 0, $2, 0, $2, $2, $2)
   ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject`,
);

const DROP_OLD = statement<object>(
  'login_failures_drop_old',
  `DELETE FROM login_failures WHERE subject IN (
     SELECT subject FROM login_failures WHERE touched_at < $1::timestamptz LIMIT 100 FOR UPDATE SKIP LOCKED)`,
);

@Injectable()
export class LoginFailuresRepository {
  constructor(private readonly database: Database) {}

  /**
   * Begins an attempt for all its subjects, or for none: false where as many are being evaluated as may be.
   * @throws Throttled while one of them is slowed down.
   */
  begin(subjects: readonly string[], now: Date): Promise<boolean> {
    return this.database.transaction(async () => {
      const rows = await this.take(subjects, now);
      const seconds = Math.max(...rows.map((row) => row.secondsLeft(now)));
      if (seconds > 0) throw new Throttled(seconds);
      if (!rows.every((row) => row.hasRoom(now))) return false;
      for (const row of rows) row.begin(now);
      await this.database.manager.save(rows);
      return true;
    });
  }

  /** Ends the attempt for each subject in its way, and drops what tells nothing any more. */
  end(endings: ReadonlyMap<string, Ending>, now: Date): Promise<void> {
    return this.database.transaction(async () => {
      const rows = await this.take([...endings.keys()], now);
      for (const row of rows) row.end(endings.get(row.subject) ?? 'neither', now);
      await this.database.manager.save(rows);
      await this.database.rows(DROP_OLD, [LoginFailures.tellsNothingBefore(now)]);
    });
  }

  /** The rows of the subjects, locked one after the other in the order of all: nobody waits in a circle. */
  private async take(subjects: readonly string[], now: Date): Promise<LoginFailures[]> {
    const rows: LoginFailures[] = [];
    for (const subject of [...subjects].sort()) {
      await this.database.rows(TAKE, [subject, now]);
      rows.push(await this.database.manager.findOneByOrFail(LoginFailures, { subject }));
    }
    return rows;
  }
}
