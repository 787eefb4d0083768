import { Injectable } from '@nestjs/common';
import { AHEAD_MS, Database, statement } from '@pks/platform';

/** A request for a turn: in which line of which project, and how far apart the turns of that line are. */
export interface WantedTurn {
  readonly projectId: string;
  readonly line: string;
  readonly apartMs: number;
}

const TAKE = statement<{ at: number }>(
  'mail_lines_take',
  `INSERT INTO mail_lines (project_id, line, next_ms, taken_ms)
   VALUES (:projectId, :line, :nowMs::bigint + :apartMs::bigint, :nowMs)
   ON CONFLICT ON CONSTRAINT mail_lines_pkey
   DO UPDATE SET taken_ms = excluded.taken_ms,
                 next_ms = CASE WHEN mail_lines.taken_ms > excluded.taken_ms + ${AHEAD_MS} THEN excluded.next_ms
                                ELSE greatest(mail_lines.next_ms + :apartMs, excluded.next_ms) END
   RETURNING next_ms - :apartMs AS at`,
);

/** Assigns turns to e-mails. */
@Injectable()
export class MailLinesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes the next turn of a line: now, or `apartMs` after the previous turn if that is later, unless the clock was ahead when
   * that turn was taken. The line is locked until the transaction ends.
   */
  async take(wanted: WantedTurn, now: Date): Promise<Date> {
    const [turn] = await this.database.rows(TAKE, { ...wanted, nowMs: now.getTime() });
    if (!turn) throw new Error('The line of the e-mail has no row.');
    return new Date(turn.at);
  }
}
