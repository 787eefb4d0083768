import type { Database } from '../database/database.ts';
import { DeletedProject } from '../database/deleted-project.entity.ts';
import { statement } from '../database/statement.ts';

/** A due pass over a deleted project. */
export interface DuePass {
  readonly id: string;
  /** The number of passes before this one. */
  readonly passes: number;
}

const ADD = statement<{ id: string }>(
  'deleted_projects_add',
  'INSERT INTO deleted_projects (id) SELECT unnest($1::uuid[]) ON CONFLICT (id) DO NOTHING RETURNING id',
);
const AMONG = statement<{ id: string }>(
  'deleted_projects_among',
  'SELECT id FROM deleted_projects WHERE id = ANY ($1::uuid[])',
);
/**
 * Leases a pass for a minute; if its process dies, the pass is due again after that. No pass waits for longer than two hours, so one
 * that would is due, too: PostgreSQL's clock was ahead.
 */
const TAKE_DUE = statement<DuePass>(
  'deleted_projects_take_due',
  `UPDATE deleted_projects SET next_pass_at = now() + interval '1 minute'
    WHERE id = (SELECT id FROM deleted_projects
                 WHERE next_pass_at <= now() OR next_pass_at > now() + interval '3 hours'
                 ORDER BY next_pass_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING id, passes`,
);
const HOLD = statement<object>(
  'deleted_projects_hold',
  `UPDATE deleted_projects SET next_pass_at = now() + interval '1 minute' WHERE id = $1 AND passes = $2`,
);
/** The number of passes before the last one. */
const BEFORE_LAST = 2;
/** Requests end within seconds, and uploads within an hour: the later passes delete what these have still written. */
const FINISH = statement<object>(
  'deleted_projects_finish',
  `UPDATE deleted_projects
      SET passes = passes + 1,
          next_pass_at = now() + CASE $2::integer WHEN 0 THEN interval '10 minutes'
                                                  WHEN 1 THEN interval '2 hours' END
    WHERE id = $1 AND passes = $2`,
);

/** The deleted projects, and how far this service has got with each. */
export class DeletedProjects {
  constructor(private readonly database: Database) {}

  /** Records that projects were deleted. Returns how many of them were new to this service. */
  async add(ids: readonly string[]): Promise<number> {
    return (await this.database.rows(ADD, [ids])).length;
  }

  /** Those of the given projects that were deleted; none in a service without the table of deleted projects. */
  async among(ids: readonly string[]): Promise<string[]> {
    if (!this.database.options.entities.includes(DeletedProject)) return [];
    return (await this.database.rows(AMONG, [ids])).map(({ id }) => id);
  }

  /** A due pass, leased for a minute; undefined if none is due. */
  async takeDue(): Promise<DuePass | undefined> {
    const [due] = await this.database.rows(TAKE_DUE, []);
    return due;
  }

  /** Leases a pass for another minute. */
  async hold({ id, passes }: DuePass): Promise<void> {
    await this.database.rows(HOLD, [id, passes]);
  }

  /** Records that a pass is complete. Returns true after the last one. */
  async finish({ id, passes }: DuePass): Promise<boolean> {
    await this.database.rows(FINISH, [id, passes]);
    return passes === BEFORE_LAST;
  }
}
