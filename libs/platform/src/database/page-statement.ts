import { type FoundCount, MOST_FOUND, type Page } from '@pks/contracts';
import { type Statement, type StatementValues, statement } from './statement.ts';

/** A row of a page, with the number of all results, and whether there may be more. */
export type Listed<Row> = Row & Counted;

/** The number of all results of a list, and whether there may be more. */
export interface Counted {
  readonly total: number;
  readonly is_minimum?: boolean;
}

/** The part of a page within the first `MOST_FOUND` results, for lists that count no more. */
export function withinFound<R extends { readonly limit: number; readonly offset: number }>(range: R): R {
  return { ...range, limit: Math.max(0, Math.min(range.limit, MOST_FOUND - range.offset)) };
}

/** The further fields of the envelope of a counted list. */
export function besideOf(counted: Counted | undefined): FoundCount {
  return counted?.is_minimum ? { count_is_minimum: true } : {};
}

/** The parts of a list, in SQL. Each of their references to a table that has the column says `project_id = :project_id`. */
export interface PageQuery {
  /** Common table expressions that the other parts use, without `WITH`. */
  readonly with?: string;
  /** A query of all results, without order and limit. Its columns are those of a row, `id` among them. */
  readonly results: string;
  /** Over columns of `results`; the last one is unique. */
  readonly order: string;
  /**
   * A query that returns one row: the number of results as `total`, if it is stored or cheaper to count otherwise, and as `is_minimum` whether there may
   * be more. No row means that the list does not exist.
   */
  readonly total?: string;
  /**
   * An index has the results in this order: a page is read from the index only, and all results are counted
   * separately. Otherwise they are found once, counted and sorted.
   */
  readonly indexed?: true;
  /**
   * The plan does not depend on the parameters' values, so PostgreSQL plans once per connection. Otherwise it plans at each
   * call, because a plan for a known limit looks cheaper; that takes as long as reading a short page.
   */
  readonly planOnce?: true;
  /** A query of the row to show for the `page.id` of a result, which keeps `results` narrow: it runs only for the page. */
  readonly show?: string;
}

/** The planner does not know the value of a subquery. */
const UNSEEN_RANGE = 'LIMIT (SELECT :limit::bigint) OFFSET (SELECT :offset::bigint)';

/**
 * Declares a list as one prepared statement that returns a page and the number of all results, even for a page past the
 * end. Its parameters are `:limit`, `:offset` and those of its parts. Read its rows with `pageOf`.
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

/** Makes a page from the rows of a list. A page without results is one row that contains only the total. */
export function pageOf<Row extends Counted>(
  rows: readonly Row[],
): Page<Omit<Row, keyof Counted>> & FoundCount {
  const results = rows.flatMap(({ total: _total, is_minimum: _isMinimum, ...item }) =>
    'id' in item && item.id !== null ? [item] : [],
  );
  return { count: rows[0]?.total ?? 0, ...besideOf(rows[0]), results };
}
