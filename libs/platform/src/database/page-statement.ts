import { type FoundCount, MOST_FOUND, type Page } from '@pks/contracts';
import { type Statement, type StatementValues, statement } from './statement.ts';

/** A row of a page, with the number of all results, and whether there may be more. */
export type Listed<Row> = Row & Counted;

/** The number of all results of a list, and whether there may be more. */
export interface Counted {
  readonly total: number;
  readonly is_minimum?: boolean;
}

/** The part of a page that is within the first `MOST_FOUND` results, where no more are counted. */
export function withinFound<R extends { readonly limit: number; readonly offset: number }>(range: R): R {
  return { ...range, limit: Math.max(0, Math.min(range.limit, MOST_FOUND - range.offset)) };
}

/** What a list says beside its page when it was counted. */
export function besideOf(counted: Counted | undefined): FoundCount {
  return counted?.is_minimum ? { count_is_minimum: true } : {};
}

/** The parts of a list, in SQL. Every table reference in them says `project_id = :project_id` where the table has that column. */
export interface PageQuery {
  /** Common table expressions that the other parts use, without `WITH`. */
  readonly with?: string;
  /** A query of all results, without order and limit. Its columns are those of a row, `id` among them. */
  readonly results: string;
  /** Over columns of `results`; it ends in a unique one. */
  readonly order: string;
  /**
   * A query of the number of results as `total`, in one row, where that number is stored or cheaper to count otherwise, and whether there may be more as
   * `is_minimum`; no row means that the list does not exist.
   */
  readonly total?: string;
  /**
   * An index has the results in this order: a page is read from it alone, and all results are counted apart. Otherwise
   * they are found once, counted and sorted.
   */
  readonly indexed?: true;
  /**
   * The plan does not depend on the values of the parameters, so PostgreSQL makes it once per connection. Otherwise it plans
   * at each call, which takes as long as to read a short page, because a plan for a known limit looks cheaper.
   */
  readonly planOnce?: true;
  /** A query of the row to show for the `page.id` of a result, where `results` is kept narrow: it runs for the page alone. */
  readonly show?: string;
}

/** Of a subquery the planner knows no value. */
const UNSEEN_RANGE = 'LIMIT (SELECT :limit::bigint) OFFSET (SELECT :offset::bigint)';

/**
 * Declares a list as one prepared statement that returns a page and the number of all results, which it also returns past
 * the end. Its parameters are `:limit`, `:offset` and those of its parts. Read its rows with `pageOf`.
 */
export function pageStatement<Row, Values extends object = StatementValues>(
  name: string,
  query: PageQuery,
): Statement<Listed<Row>, Values> {
  const { with: expressions, results, order, total = 'SELECT count(*) AS total FROM results', show } = query;
  const apart = query.indexed ? 'NOT MATERIALIZED' : '';
  const shown = show === undefined ? 'page' : 'shown';
  const range = query.planOnce ? UNSEEN_RANGE : 'LIMIT :limit OFFSET :offset';
  return statement(
    name,
    `WITH ${expressions === undefined ? '' : `${expressions},`}
          results AS ${apart} (${results}),
          counted AS (${total}),
          page AS (SELECT * FROM results ORDER BY ${order} ${range})
     SELECT counted.*, ${shown}.*
       FROM counted LEFT JOIN page ON true ${show === undefined ? '' : `LEFT JOIN LATERAL (${show}) shown ON true`}
      ORDER BY ${order}`,
  );
}

/** The page that the rows of a list make. A page without results is one row that contains nothing but the total. */
export function pageOf<Row extends Counted>(
  rows: readonly Row[],
): Page<Omit<Row, keyof Counted>> & FoundCount {
  const results = rows.flatMap(({ total: _total, is_minimum: _isMinimum, ...item }) =>
    'id' in item && item.id !== null ? [item] : [],
  );
  return { count: rows[0]?.total ?? 0, ...besideOf(rows[0]), results };
}
