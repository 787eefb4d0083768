import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import type { Counted } from '../campaigns/counted.ts';

/** By how much each total of a project changes; absent totals stay. */
export type TotalsChange = Partial<Readonly<Record<Counted | 'campaigns' | 'feed_rows', number>>>;

const CHANGE = statement<object>(
  'interview_totals_change',
  `INSERT INTO interview_totals AS known (project_id, campaigns, feed_rows, pending, in_progress, completed, none)
   VALUES (:project_id, :campaigns, :feed_rows, :pending, :in_progress, :completed, :none)
   ON CONFLICT (project_id) DO UPDATE
      SET campaigns = known.campaigns + excluded.campaigns, feed_rows = known.feed_rows + excluded.feed_rows,
          pending = known.pending + excluded.pending, in_progress = known.in_progress + excluded.in_progress,
          completed = known.completed + excluded.completed, none = known.none + excluded.none`,
);

const UNCHANGED = { campaigns: 0, feed_rows: 0, pending: 0, in_progress: 0, completed: 0, none: 0 };

/** Stores how many interviews, campaigns and rows of the feed a project has, so that no list counts them. */
@Injectable()
export class InterviewTotalsRepository {
  constructor(private readonly database: Database) {}

  /** Call it last in the transaction that changes the interviews: others wait for the row only until that transaction ends. */
  async change(project_id: string, change: TotalsChange): Promise<void> {
    await this.database.rows(CHANGE, { project_id, ...UNCHANGED, ...change });
  }
}
