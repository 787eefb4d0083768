import { type Listed, type Statement, statement } from '@pks/platform';
import { ITEM, type ItemRow } from './document-row.ts';

/** The values of the statements of lists; each uses those that it names. */
export interface Wanted {
  readonly project: string;
  readonly type: string;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/** A document on a page, with the total; a page without documents is one row of nulls. */
export type ListedRow = Listed<ItemRow & { readonly number: number }>;

/** Pages that skip so many documents look for the nearer end of the list first. */
export const DEEP = 1_000;

/** A search that finds more documents than this does not order them: it counts them, and walks over the newest ones. */
const MANY = 50_000;

/** The documents of the `page`, which has their numbers, with the total that was `counted`. */
const SHOWN = `
   SELECT counted.total, page.number, d.*
     FROM counted LEFT JOIN page ON true
     LEFT JOIN LATERAL (
       SELECT ${ITEM} FROM documents d WHERE d.project_id = :project AND d.number = page.number LIMIT 1) d ON true
    ORDER BY page.number DESC`;

/**
 * A page far down a list whose exact number is stored: it is reached from the nearer end, so that at most half of the list is
 * skipped. A limit of 0 reads nothing.
 */
export function deepListing(name: string, filter: string, total: string): Statement<ListedRow, Wanted> {
  const numbers = `SELECT d.number FROM documents d WHERE ${filter}`;
  return statement<ListedRow, Wanted>(
    name,
    `WITH counted AS MATERIALIZED (${total}),
     reach AS MATERIALIZED (
       SELECT total - :offset::bigint AS left_over, :offset::bigint * 2 < total AS is_near FROM counted),
     page AS MATERIALIZED (
       (${numbers} ORDER BY d.number DESC
         LIMIT (SELECT CASE WHEN is_near THEN :limit::bigint ELSE 0 END FROM reach) OFFSET :offset::bigint)
       UNION ALL
       (${numbers} ORDER BY d.number
         LIMIT (SELECT CASE WHEN is_near THEN 0 ELSE greatest(least(:limit::bigint, left_over), 0) END FROM reach)
        OFFSET (SELECT greatest(left_over - :limit::bigint, 0) FROM reach)))
     ${SHOWN}`,
  );
}

/**
 * Documents whose name contains something, ignoring case. Those that the trigram index finds are read once, ordered and counted.
 * Where there are many, that index only adds to the work: then names are compared one by one, first as they are, because folding the
 * case of a name takes longer than that.
 */
export function searchListing(name: string, many = MANY): Statement<ListedRow, Wanted> {
  const named = (condition: string): string => `
    SELECT d.number FROM searchable_documents d
     WHERE d.project_id = :project AND d.status = 'active' AND (:type = '' OR d.content_type = :type) AND ${condition}`;
  const lowered = '(SELECT lower(:pattern))';
  const found = named('lower(d.name) LIKE lower(:pattern)');
  const compared = named(`(d.name LIKE ${lowered} OR lower(d.name) LIKE ${lowered})`);
  return statement<ListedRow, Wanted>(
    name,
    `WITH kept AS MATERIALIZED (${found} LIMIT (SELECT ${many + 1})),
     few AS MATERIALIZED (SELECT count(*) AS total, count(*) <= ${many} AS are_all FROM kept),
     counted AS MATERIALIZED (
       SELECT CASE WHEN are_all THEN total ELSE (SELECT count(*) FROM (${compared}) every) END AS total FROM few),
     page AS MATERIALIZED (
       (SELECT number FROM kept WHERE (SELECT are_all FROM few) ORDER BY number DESC LIMIT :limit OFFSET :offset)
       UNION ALL
       (${compared} AND NOT (SELECT are_all FROM few) ORDER BY d.number DESC LIMIT :limit OFFSET :offset))
     ${SHOWN}`,
  );
}
