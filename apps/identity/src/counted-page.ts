import type { Page } from '@pks/contracts';
import { type Statement, statement } from '@pks/platform';

/** A row of a page with the number of all results; past the end, one row that has only the number. */
export type Counted<Row> = { readonly count: number } & (Row | { readonly id: null });

/** A list as one statement that gives page and total, the total also past the end. `$1` is the limit, `$2` the offset; `query` takes what follows. */
export function pageStatement<Row>(name: string, query: string, order: string): Statement<Counted<Row>> {
  return statement(
    name,
    `WITH found AS (${query}),
          counted AS (SELECT count(*) AS count FROM found),
          page AS (SELECT * FROM found ORDER BY ${order} LIMIT $1 OFFSET $2)
     SELECT counted.count, page.* FROM counted LEFT JOIN page ON true ORDER BY ${order}`,
  );
}

/** The page that the rows of such a statement are. */
export function pageOf<Row extends { readonly id: string }, View>(
  rows: readonly Counted<Row>[],
  view: (row: Row) => View,
): Page<View> {
  return { count: rows[0]?.count ?? 0, results: rows.filter(isResult).map(view) };
}

function isResult<Row extends { readonly id: string }>(
  row: Counted<Row>,
): row is Row & { readonly count: number } {
  return row.id !== null;
}
