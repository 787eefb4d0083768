import { Injectable } from '@nestjs/common';
import {
  type ListSignals,
  SENTIMENTS,
  SIGNAL_STATUSES,
  type Sentiment,
  type Signal,
  type SignalStatus,
} from '@pks/contracts';
import {
  type Counted,
  Database,
  type Finding,
  type JsonPage,
  type Slot,
  type Statement,
  containing,
  statement,
  withinFound,
  withinSlice,
} from '@pks/platform';
import { sentimentsOf } from './sentiments.ts';
import { type Bounds, SUBMITTED, type Whose, finding } from './signal-conditions.ts';
import { EVERYBODY } from './signal-count.entity.ts';
import { SignalPages } from './signal-pages.ts';
import { COLUMNS, PARTICIPANTS, ROW, type SignalRow } from './signal-row.ts';

/** A place on a page, with the number of all results. */
export type Listed = Slot<SignalRow> & Counted;

/** The values of the statements below; each uses those that it names. */
export interface Wanted {
  readonly project: string;
  /** A submitter, or `EVERYBODY`. */
  readonly holder: string;
  readonly statuses: readonly SignalStatus[];
  readonly sentiments: readonly Sentiment[];
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/** The most frequent pages. They fit in memory, however large their signals are. */
const SHORT = { limit: 50, offset: 1_000 };

const NEWEST_FIRST = 'updated_at DESC, id DESC';
const RANGE = 'LIMIT :limit::bigint OFFSET :offset::bigint';

/** The sum of the stored counts. */
const KEPT_TOTAL = `
  SELECT coalesce(sum(count), 0)::bigint AS total FROM signal_count_parts
   WHERE project_id = :project AND holder_id = :holder`;

const EMAIL_OF = (user: string): string =>
  `(SELECT email FROM participants WHERE project_id = :project AND user_id = page.${user}_id)`;

/**
 * A short page without a filter. PostgreSQL plans a query again for each value of a limit that it sees, which costs more than such a
 * page. So it sees a constant, and the real limit comes from a subquery: one plan serves all pages. Columns that are costly to
 * read are read only for the page.
 */
function short(whose: Whose) {
  return statement<Listed, Wanted>(
    `signals_short_${whose}`,
    `SELECT counted.total, NULL AS slot, page.*, ${EMAIL_OF('given_by')} AS given_by_email,
            CASE WHEN page.reviewed_by_id IS NOT NULL THEN ${EMAIL_OF('reviewed_by')} END AS reviewed_by_email
       FROM (${KEPT_TOTAL}) counted
       LEFT JOIN LATERAL (
         SELECT ${COLUMNS}
           FROM (SELECT * FROM (SELECT * FROM signals s
                                 WHERE s.project_id = :project ${SUBMITTED[whose]}
                                 ORDER BY s.updated_at DESC, s.id DESC LIMIT ${SHORT.limit + SHORT.offset}) newest
                  ORDER BY newest.updated_at DESC, newest.id DESC
                  LIMIT (SELECT :limit::bigint) OFFSET (SELECT :offset::bigint)) s) page ON true
      ORDER BY page.updated_at DESC, page.id DESC`,
  );
}

/**
 * The first rows of a page, and the ids of the others if it is large. `parts` defines `page`, with the `id`, `updated_at` and
 * `size` of its signals, and `counted`, with the total.
 */
function listing(name: string, parts: string) {
  return statement<Listed, Wanted>(
    name,
    `WITH ${parts},
     slots AS (SELECT page.*, ${withinSlice(NEWEST_FIRST)} FROM page)
     SELECT counted.*, slots.id AS slot, slots.size, ${ROW}
       FROM counted
       LEFT JOIN slots ON true
       LEFT JOIN signals s ON s.project_id = :project AND s.id = slots.id AND slots.is_within ${PARTICIPANTS}
      ORDER BY slots.updated_at DESC, slots.id DESC`,
  );
}

/** A page of signals that an index has in the list's order; `total` selects their number. */
function ordered(name: string, listed: string, total: string) {
  return listing(
    name,
    `listed AS ${listed},
     page AS MATERIALIZED (SELECT * FROM listed ORDER BY ${NEWEST_FIRST} ${RANGE}),
     counted AS (${total})`,
  );
}

/** The columns of `listed`. */
const SIZED = 's.id, s.updated_at, s.size';
const FIRST_ONES = 'ORDER BY s.updated_at DESC, s.id DESC LIMIT :limit::bigint + :offset::bigint';

/** A page without a filter, in the order of an index. */
function unfiltered(whose: Whose) {
  const listed = `(SELECT ${SIZED} FROM signals s WHERE s.project_id = :project ${SUBMITTED[whose]} ${FIRST_ONES})`;
  return ordered(`signals_list_${whose}`, listed, KEPT_TOTAL);
}

/** Each status and sentiment is a range of an index in the list's order. */
function filtered(whose: Whose) {
  const listed = `(
    SELECT ${SIZED}
      FROM unnest(:statuses::text[]) status CROSS JOIN unnest(:sentiments::text[]) sentiment
     CROSS JOIN LATERAL (
       SELECT ${SIZED} FROM signals s
        WHERE s.project_id = :project ${SUBMITTED[whose]}
          AND s.status = status.status AND s.sentiment = sentiment.sentiment ${FIRST_ONES}) s)`;
  const total = `${KEPT_TOTAL} AND status = ANY (:statuses::text[]) AND sentiment = ANY (:sentiments::text[])`;
  return ordered(`signals_filtered_${whose}`, listed, total);
}

/** A page of the signals that a search finds. */
export function matching(
  how: Finding,
  whose: Whose,
  name = `signals_search_${how}_${whose}`,
  bounds?: Bounds,
): Statement<Listed, Wanted> {
  const conditions = 'AND s.status = ANY (:statuses::text[]) AND s.sentiment = ANY (:sentiments::text[])';
  const parts = { select: SIZED, conditions, range: 'LIMIT :limit::bigint + :offset::bigint' };
  return listing(
    name,
    `${finding(how, whose, parts, bounds)},
     page AS MATERIALIZED (SELECT * FROM found ORDER BY ${NEWEST_FIRST} ${RANGE})`,
  );
}

const listingsOf = (whose: Whose) => ({
  short: short(whose),
  unfiltered: unfiltered(whose),
  filtered: filtered(whose),
  indexed: matching('indexed', whose),
  newest: matching('newest', whose),
});

const LISTINGS = { all: listingsOf('all'), own: listingsOf('own') } satisfies Record<Whose, unknown>;

/** Lists signals. */
@Injectable()
export class SignalListsRepository {
  constructor(
    private readonly database: Database,
    private readonly pages: SignalPages,
  ) {}

  /** Everybody's signals, or those of one submitter, last updated first. */
  async list(request: ListSignals, submitterId: string | null): Promise<JsonPage<Signal>> {
    const { project_id: project, status, search, limit, offset } = request;
    const wanted = {
      project,
      holder: submitterId ?? EVERYBODY,
      statuses: status === undefined ? SIGNAL_STATUSES : [status],
      sentiments: sentimentsOf(request),
      pattern: containing(search),
      ...(search === '' ? { limit, offset } : withinFound({ limit, offset })),
    };
    const listings = LISTINGS[submitterId === null ? 'all' : 'own'];
    const rows = await this.database.rows(listings[kindOf(wanted, this.database.findingOf(search))], wanted);
    return this.pages.of(project, rows);
  }
}

function kindOf(
  { statuses, sentiments, limit, offset }: Wanted,
  finding: Finding | null,
): keyof typeof LISTINGS.all {
  if (finding !== null) return finding;
  if (statuses.length < SIGNAL_STATUSES.length || sentiments.length < SENTIMENTS.length) return 'filtered';
  return limit <= SHORT.limit && offset <= SHORT.offset ? 'short' : 'unfiltered';
}
