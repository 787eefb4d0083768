import { Injectable } from '@nestjs/common';
import type { Caller } from '@pks/contracts';
import { Clock, Database, statement } from '@pks/platform';

/** What a caller's credential says of his e-mail may be some seconds old: it is believed over what was heard longer ago. Milliseconds. */
const HEARSAY_MS = 60_000;

/** Where there is nothing to write, nothing is locked. */
const KEEP = statement<{ user_id: string }>(
  'participants_keep',
  `INSERT INTO participants AS known (project_id, user_id, email, known_at)
   SELECT $1::uuid, $2::uuid, $3::text, $4::timestamptz
    WHERE NOT EXISTS (SELECT FROM participants
                       WHERE project_id = $1 AND user_id = $2 AND (email = $3 OR known_at >= $4))
   ON CONFLICT (project_id, user_id) DO UPDATE SET email = excluded.email, known_at = excluded.known_at
    WHERE known.email <> excluded.email AND known.known_at < excluded.known_at`,
);

const RENAME = statement<{ project_id: string }>(
  'participants_rename',
  `UPDATE participants p SET email = $2, known_at = $3
     FROM (SELECT project_id FROM participants
            WHERE user_id = $1 AND known_at < $3 ORDER BY project_id LIMIT $4 FOR UPDATE) older
    WHERE p.project_id = older.project_id AND p.user_id = $1
RETURNING p.project_id`,
);

/** Remembers who gave and closed signals. */
@Injectable()
export class ParticipantsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Keeps who is about to give or close a signal. */
  async keep(projectId: string, { user_id, email }: Caller): Promise<void> {
    const knownAt = new Date(this.clock.now().getTime() - HEARSAY_MS);
    await this.database.rows(KEEP, [projectId, user_id, email, knownAt]);
  }

  /** Gives somebody another e-mail in at most so many projects, and tells in how many; where a later one is known, it stays. */
  async rename(userId: string, email: string, since: Date, atMost: number): Promise<number> {
    return (await this.database.rows(RENAME, [userId, email, since, atMost])).length;
  }
}
