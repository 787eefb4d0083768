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

/** A row of the feed, with the counts of the project. A page without results is one row with only the counts. */
interface ListedRow extends Counts, SummaryRow {
  readonly kind: 'campaign' | 'interview' | null;
  readonly progress: Omit<CampaignProgress, 'created_at' | 'last_activity_at'> | null;
  readonly began_at: string;
  readonly last_activity_at: string;
}

/** The bounds of short pages, which are the most frequent. */
const SHORT = { limit: 100, offset: 1_000 };

/**
 * Reads at most the first `most` rows of each source of the feed, in the order of its index. The page is a range of both
 * sources together.
 */
function listing(name: string, most: string, range: string) {
  const first = `ORDER BY created_at DESC, id DESC LIMIT ${most}`;
  return statement<ListedRow, ProjectPage>(
    name,
    `WITH page AS (
       SELECT * FROM (
         (SELECT 'campaign' AS kind, id, created_at FROM campaigns
           WHERE project_id = :project_id AND interview_count > 0 ${first})
         UNION ALL
         (SELECT 'interview', id, created_at FROM interviews
           WHERE project_id = :project_id AND campaign_id IS NULL ${first})) feed
        ORDER BY created_at DESC, id DESC ${range})
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
}

const LISTINGS = {
  /** One plan serves all short pages: it reads a constant number of rows, and takes the range from subqueries. */
  short: listing(
    'interview_feed_short',
    String(SHORT.limit + SHORT.offset),
    'LIMIT (SELECT :limit::bigint) OFFSET (SELECT :offset::bigint)',
  ),
  any: listing(
    'interview_feed',
    ':limit::bigint + :offset::bigint',
    'LIMIT :limit::bigint OFFSET :offset::bigint',
  ),
};

const STATUSES = ['pending', 'in_progress', 'completed', 'none'] as const;

/** Lists campaigns and interviews together. */
@Injectable()
export class FeedRepository {
  constructor(private readonly database: Database) {}

  /** The rows of the feed, newest first, with the number of all interviews by status. */
  async list(request: ProjectPage): Promise<Page<FeedRow> & FeedCounts> {
    const isShort = request.limit <= SHORT.limit && request.offset <= SHORT.offset;
    const rows = await this.database.rows(LISTINGS[isShort ? 'short' : 'any'], request);
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

/** A status that no interview has is absent. */
function countsOf(counts: Counts): InterviewCounts {
  return Object.fromEntries(
    STATUSES.filter((status) => counts[status] > 0).map((status) => [status, counts[status]]),
  );
}
