import { MOST_FOUND } from '@pks/contracts';
import {
  type Listed,
  MOST_COMPARED,
  type Statement,
  contains,
  containsUnindexed,
  statement,
} from '@pks/platform';
import { ITEM, type ItemRow } from './document-row.ts';

/** The parameters of the statements of lists; each statement uses those that it names. */
export interface Wanted {
  readonly project: string;
  readonly type: string;
  readonly pattern: string;
  readonly limit: number;
  readonly offset: number;
}

/** A document on a page, with the total; a page without documents is one row of nulls. */
export type ListedRow = Listed<ItemRow & { readonly number: number }>;

/** Pages that skip this many documents or more are read from the nearer end of the list. */
export const DEEP = 1_000;

/** Selects the documents whose numbers are in `page`, with the total in `counted`. */
const SHOWN = `
   SELECT counted.*, page.number, d.*
     FROM counted LEFT JOIN page ON true
     LEFT JOIN LATERAL (
       SELECT ${ITEM} FROM documents d WHERE d.project_id = :project AND d.number = page.number LIMIT 1) d ON true
    ORDER BY page.number DESC`;

/**
 * A page far down a list whose exact length is stored: it is read from the nearer end, so that at most half of the list is
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

/** Compares names as they are first, because folding the case of a name takes longer. */
const COMPARED = `(d.name LIKE (SELECT lower(:pattern)) OR ${containsUnindexed('d.name')})`;
const OF_TYPE = `(:type = '' OR d.content_type = :type)`;

/**
 * The documents of a project, the newest first. Because the planner does not know the value of the limit, it walks over their
 * index, however few of them it expects to match.
 */
const newest = (limit: number): string => `
  newest AS NOT MATERIALIZED (
    SELECT d.number, d.name, d.content_type FROM searchable_documents d
     WHERE d.project_id = :project AND d.status = 'active' ORDER BY d.number DESC LIMIT (SELECT ${limit}))`;
const WALKED = `SELECT d.number FROM newest d WHERE ${OF_TYPE} AND ${COMPARED}`;

/**
 * Documents whose name contains a text, ignoring case. Those that the trigram index finds are read once, sorted and counted. If
 * there are more than `most`, that index only adds to the work: then names are compared one by one, the newest first.
 */
export function searchListing(name: string, most = MOST_FOUND): Statement<ListedRow, Wanted> {
  return statement<ListedRow, Wanted>(
    name,
    `WITH ${newest(Number.MAX_SAFE_INTEGER)},
     kept AS MATERIALIZED (
       SELECT d.number FROM searchable_documents d
        WHERE d.project_id = :project AND d.status = 'active' AND ${OF_TYPE} AND ${contains('d.name')}
        LIMIT (SELECT ${most + 1})),
     counted AS MATERIALIZED (
       SELECT least(count(*), ${most}) AS total, count(*) > ${most} AS is_minimum FROM kept),
     page AS MATERIALIZED (
       (SELECT number FROM kept WHERE NOT (SELECT is_minimum FROM counted) ORDER BY number DESC LIMIT :limit OFFSET :offset)
       UNION ALL
       (${WALKED} AND (SELECT is_minimum FROM counted) ORDER BY d.number DESC LIMIT :limit OFFSET :offset))
     ${SHOWN}`,
  );
}

/** The same for a text that is too short for that index: only the newest documents of the project are compared. */
export function newestSearchListing(
  name: string,
  { most, compared } = { most: MOST_FOUND, compared: MOST_COMPARED },
): Statement<ListedRow, Wanted> {
  return statement<ListedRow, Wanted>(
    name,
    `WITH ${newest(compared)},
     kept AS MATERIALIZED (${WALKED} ORDER BY d.number DESC LIMIT (SELECT ${most + 1})),
     counted AS MATERIALIZED (
       SELECT least(count(*), ${most}) AS total,
              count(*) > ${most} OR EXISTS (
                SELECT 1 FROM document_catalogs WHERE project_id = :project AND count > ${compared}) AS is_minimum
         FROM kept),
     page AS MATERIALIZED (SELECT number FROM kept ORDER BY number DESC LIMIT :limit OFFSET :offset)
     ${SHOWN}`,
  );
}
