import { type Statement, statement } from '@pks/platform';

/** A row of a list with the number of all results, as `pageOf` reads it. */
export type Listed<Row> = Row & { readonly total: number };

/**
 * A list as one statement that gives page and total, the total also past the end. `$1` is the limit, `$2` the offset;
 * the query takes what follows. The order names columns of the query, and ends in `id`.
 */
export function pageStatement<Row>(name: string, query: string, order: string): Statement<Listed<Row>> {
  return statement(
    name,
    `WITH found AS (${query}),
          counted AS (SELECT count(*) AS total FROM found),
          page AS (SELECT * FROM found ORDER BY ${order} LIMIT $1 OFFSET $2)
     SELECT counted.total, page.* FROM counted LEFT JOIN page ON true ORDER BY ${order}`,
  );
}
