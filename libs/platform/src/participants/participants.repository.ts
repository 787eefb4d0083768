import { Injectable } from '@nestjs/common';
import { acrossProjects } from '../calls/project-scope.ts';
import { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { Clock } from '../time/clock.ts';

/** An e-mail counts as known from this long before its user was named, so that a change within that time stays. Milliseconds. */
const KNOWN_AGE_MS = 60_000;

/** A user with an e-mail. */
export interface KnownUser {
  readonly user_id: string;
  readonly email: string;
}

interface Kept {
  readonly project: string;
  readonly users: readonly string[];
  readonly emails: readonly string[];
  readonly knownAt: Date;
}

/** Locks no row if there is nothing to write; otherwise always in the same order, so that no two transactions wait for each other. */
const KEEP = statement<{ user_id: string }, Kept>(
  'participants_keep',
  `INSERT INTO participants AS known (project_id, user_id, email, known_at)
   SELECT :project::uuid, given.user_id, given.email, :knownAt::timestamptz
     FROM unnest(:users::uuid[], :emails::text[]) given (user_id, email)
    WHERE NOT EXISTS (SELECT 1 FROM participants p
                       WHERE p.project_id = :project AND p.user_id = given.user_id
                         AND (p.email = given.email OR p.known_at >= :knownAt))
    ORDER BY given.user_id
   ON CONFLICT (project_id, user_id) DO UPDATE SET email = excluded.email, known_at = excluded.known_at
    WHERE known.email <> excluded.email AND known.known_at < excluded.known_at`,
);

const EMAIL = statement<{ email: string }>(
  'participants_email',
  'SELECT email FROM participants WHERE project_id = :project AND user_id = :user',
);

/** A change of a user's e-mail. */
export interface EmailChange {
  readonly user: string;
  readonly email: string;
  /** The e-mail before the change; null if unknown. */
  readonly previous: string | null;
  readonly since: Date;
}

const RENAME = statement<{ project_id: string }, EmailChange & { readonly most: number; readonly now: Date }>(
  'participants_rename',
  `UPDATE participants p SET email = :email, known_at = :since
     FROM (SELECT project_id FROM participants
            WHERE user_id = :user AND (known_at < :since OR (email = :previous AND known_at > :now))
            ORDER BY project_id LIMIT :most FOR UPDATE) older
    WHERE p.project_id = older.project_id AND p.user_id = :user
RETURNING p.project_id`,
);

/**
 * Stores the users whom rows of a service name, once per project, with their current e-mails. A service with a `participants`
 * table provides this class to Nest.
 */
@Injectable()
export class ParticipantsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores the users whom rows are about to name, each once: the caller, or those whom the identity service has just named. */
  keep(project: string, ...known: readonly KnownUser[]): Promise<void> {
    return this.keepAsOf(this.clock.now(), project, ...known);
  }

  /** Like `keep`, for users who were named at an earlier time: by an event, or as the caller of long work. A change of e-mail since then stays. */
  async keepAsOf(time: Date, project: string, ...known: readonly KnownUser[]): Promise<void> {
    const knownAt = new Date(time.getTime() - KNOWN_AGE_MS);
    const emailOf = new Map(known.map(({ user_id, email }) => [user_id, email]));
    const values = { project, users: [...emailOf.keys()], emails: [...emailOf.values()], knownAt };
    await this.database.rows(KEEP, values);
  }

  /** The current e-mail of a participant. @throws Error for a user who is not one. */
  async emailOf(project: string, user: string): Promise<string> {
    const [found] = await this.database.rows(EMAIL, { project, user });
    if (!found) throw new Error('The user is no participant.');
    return found.email;
  }

  /**
   * Changes the e-mail of a user in some projects, and returns in how many. A more recent e-mail stays, unless it is the previous one and
   * dated in the future: then the clock that dated it was ahead.
   */
  async rename(change: EmailChange, most: number): Promise<number> {
    return (
      await acrossProjects(() => this.database.rows(RENAME, { ...change, most, now: this.clock.now() }))
    ).length;
  }
}
