import { Injectable } from '@nestjs/common';
import type { Caller } from '@pks/contracts';
import { Clock, Database, acrossProjects, statement } from '@pks/platform';

/** The e-mail of a caller may be some seconds out of date: it replaces only information that is older than this. Milliseconds. */
const CALLER_AGE_MS = 60_000;

interface Kept {
  readonly project: string;
  readonly user: string;
  readonly email: string;
  readonly knownAt: Date;
}

/** Locks no row when there is nothing to write. */
const KEEP = statement<{ user_id: string }, Kept>(
  'participants_keep',
  `INSERT INTO participants AS known (project_id, user_id, email, known_at)
   SELECT :project::uuid, :user::uuid, :email::text, :knownAt::timestamptz
    WHERE NOT EXISTS (SELECT FROM participants
                       WHERE project_id = :project AND user_id = :user AND (email = :email OR known_at >= :knownAt))
   ON CONFLICT (project_id, user_id) DO UPDATE SET email = excluded.email, known_at = excluded.known_at
    WHERE known.email <> excluded.email AND known.known_at < excluded.known_at`,
);

interface Renamed {
  readonly user: string;
  readonly email: string;
  readonly since: Date;
  readonly most: number;
}

const RENAME = statement<{ project_id: string }, Renamed>(
  'participants_rename',
  `UPDATE participants p SET email = :email, known_at = :since
     FROM (SELECT project_id FROM participants
            WHERE user_id = :user AND known_at < :since ORDER BY project_id LIMIT :most FOR UPDATE) older
    WHERE p.project_id = older.project_id AND p.user_id = :user
RETURNING p.project_id`,
);

/** Stores the users who submitted and closed signals. */
@Injectable()
export class ParticipantsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores the caller, who is about to submit or close a signal. */
  async keep(project: string, { user_id: user, email }: Caller): Promise<void> {
    const knownAt = new Date(this.clock.now().getTime() - CALLER_AGE_MS);
    await this.database.rows(KEEP, { project, user, email, knownAt });
  }

  /** Changes the e-mail of a user in some projects, and returns in how many. A more recent e-mail stays. */
  async rename(user: string, email: string, since: Date, most: number): Promise<number> {
    const values = { user, email, since, most };
    return (await acrossProjects(() => this.database.rows(RENAME, values))).length;
  }
}
