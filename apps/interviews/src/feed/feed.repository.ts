import { Injectable } from '@nestjs/common';
import type {
  CampaignProgress,
  FeedCounts,
  FeedRow,
  InterviewCounts,
  Page,
  ProjectPage,
} from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { SUMMARY, SUMMARY_JOINS, type SummaryRow, summaryOf } from '../interviews/interview-row.ts';

interface Counts {
  readonly feed_rows: number;
  readonly pending: number;
  readonly in_progress: number;
  readonly completed: number;
  readonly none: number;
}

/** A row of the feed beside the counts of the project. Without results it is one row that has nothing but the counts. */
interface ListedRow extends Counts, SummaryRow {
  readonly kind: 'campaign' | 'interview' | null;
  readonly progress: Omit<CampaignProgress, 'created_at' | 'last_activity_at'> | null;
  readonly began_at: string;
  readonly last_activity_at: string;
}

/** Both parts come from an index in the order of the feed, so that a page reads no more rows than those before and on it. */
const LIST = statement<ListedRow, ProjectPage>(
  'interview_feed',
  `WITH page AS (
     SELECT * FROM (
       (SELECT 'campaign' AS kind, c.id, c.created_at FROM campaigns c
         WHERE c.project_id = :project_id AND c.interview_count > 0)
       UNION ALL
       (SELECT 'interview', i.id, i.created_at FROM interviews i
         WHERE i.project_id = :project_id AND i.campaign_id IS NULL)) feed
      ORDER BY created_at DESC, id DESC LIMIT :limit::bigint OFFSET :offset::bigint)
   SELECT t.feed_rows, t.pending, t.in_progress, t.completed, t.none, page.kind, ${SUMMARY},
          CASE WHEN row.id IS NOT NULL THEN json_build_object(
            'id', row.id, 'name', row.name, 'interview_count', row.interview_count,
            'completed_count', row.completed_count, 'in_progress_count', row.in_progress_count,
            'pending_count', row.pending_count) END AS progress,
          row.created_at AS began_at, row.last_activity_at
     FROM (SELECT * FROM interview_totals WHERE project_id = :project_id) t
     LEFT JOIN page ON true
     LEFT JOIN campaigns row ON row.project_id = :project_id AND page.kind = 'campaign' AND row.id = page.id
     LEFT JOIN interviews i ON i.project_id = :project_id AND page.kind = 'interview' AND i.id = page.id
     ${SUMMARY_JOINS}
    ORDER BY page.created_at DESC, page.id DESC`,
);

const STATUSES = ['pending', 'in_progress', 'completed', 'none'] as const;

/** Lists campaigns and interviews together. */
@Injectable()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  /** The newest first, with the number of all interviews by status. */
  async list(request: ProjectPage): Promise<Page<FeedRow> & FeedCounts> {
    const rows = await this.database.rows(LIST, request);
    const [counts] = rows;
    return {
      count: counts?.feed_rows ?? 0,
      results: rows.filter(({ kind }) => kind !== null).map(feedRowOf),
      status_counts: counts ? countsOf(counts) : {},
    };
  }
}

function feedRowOf(row: ListedRow): FeedRow {
  const { progress } = row;
  if (!progress) return { kind: 'interview', campaign: null, interview: summaryOf(row) };
  const campaign = { ...progress, created_at: row.began_at, last_activity_at: row.last_activity_at };
  return { kind: 'campaign', campaign, interview: null };
}

/** Absent: none. */
function countsOf(counts: Counts): InterviewCounts {
  return Object.fromEntries(
    STATUSES.filter((status) => counts[status] > 0).map((status) => [status, counts[status]]),
  );
}
