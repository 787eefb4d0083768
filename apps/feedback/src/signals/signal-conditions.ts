import { MOST_FOUND } from '@pks/contracts';
import { type Finding, MOST_COMPARED, contains, containsUnindexed } from '@pks/platform';

/** Which signals a statement reads: all of a project, or those that one user has submitted. */
export type Whose = 'all' | 'own';

/** The condition on the signal `s` by `Whose`; the submitter is `:holder`. */
export const SUBMITTED = {
  all: '',
  own: 'AND s.given_by_id = :holder::uuid',
} as const satisfies Record<Whose, string>;

const SUBMITTERS = `SELECT user_id FROM searchable_participants WHERE project_id = :project AND ${contains('email')}`;

const BY_TEXT = contains('s.feedback');

/**
 * A query for signals `s` of `:project` whose text, or whose submitter's e-mail, matches `:pattern`, each once. It has two
 * parts because each uses a trigram index of its own.
 */
function searched(select: string, conditions: string): string {
  const matching = (condition: string): string => `${select} ${signals(conditions, condition)}`;
  return `${matching(BY_TEXT)} UNION ALL ${matching(`s.given_by_id = ANY (ARRAY(${SUBMITTERS})) AND NOT ${BY_TEXT}`)}`;
}

function signals(conditions: string, condition: string): string {
  return `FROM searchable_signals s WHERE s.project_id = :project ${conditions} AND ${condition}`;
}

/** The condition that a signal `s` matches `:pattern`, for comparing signals one by one: first the text as it is, because folding its case takes longer. */
const COMPARED = `
  (s.feedback LIKE (SELECT lower(:pattern)) OR s.given_by_id = ANY (ARRAY(${SUBMITTERS})) OR ${containsUnindexed('s.feedback')})`;

const NEWEST_FIRST = 'ORDER BY s.updated_at DESC, s.id DESC';

/**
 * The newest signals, in order. The limit, whose value the planner does not know, makes it walk over their index, however few
 * matches it expects.
 */
const newest = (whose: Whose, limit: number): string => `newest AS NOT MATERIALIZED (
       SELECT * FROM searchable_signals s
        WHERE s.project_id = :project ${SUBMITTED[whose]} ${NEWEST_FIRST} LIMIT (SELECT ${limit}))`;

/** How many signals a search finds and compares at most. */
export interface Bounds {
  readonly most: number;
  readonly compared: number;
}

/**
 * The common table expressions of a search: `found` has the columns of `select` for the first matches, at most `most`; `counted` has
 * their number as `total`, and as `is_minimum` whether there may be more matches. If there are more, `range` restricts `found`.
 */
export function finding(
  how: Finding,
  whose: Whose,
  parts: { readonly select: string; readonly conditions: string; readonly range?: string },
  { most, compared }: Bounds = { most: MOST_FOUND, compared: MOST_COMPARED },
): string {
  const { select, conditions, range = `LIMIT ${most}` } = parts;
  const walked = `SELECT ${select} FROM newest s WHERE ${COMPARED} ${conditions}`;
  if (how === 'newest') {
    return `
     ${newest(whose, compared)},
     kept AS MATERIALIZED (${walked} ${NEWEST_FIRST} LIMIT (SELECT ${most + 1})),
     counted AS MATERIALIZED (
       SELECT least(count(*), ${most}) AS total,
              count(*) > ${most} OR ${compared} < (
                SELECT sum(count) FROM signal_count_parts WHERE project_id = :project AND holder_id = :holder) AS is_minimum
         FROM kept),
     found AS (SELECT * FROM kept LIMIT ${most})`;
  }
  const indexed = searched(`SELECT ${select}`, `${SUBMITTED[whose]} ${conditions}`);
  return `
     ${newest(whose, Number.MAX_SAFE_INTEGER)},
     kept AS MATERIALIZED (SELECT * FROM (${indexed}) kept LIMIT (SELECT ${most + 1})),
     counted AS MATERIALIZED (
       SELECT least(count(*), ${most}) AS total, count(*) > ${most} AS is_minimum FROM kept),
     found AS MATERIALIZED (
       (SELECT * FROM kept WHERE NOT (SELECT is_minimum FROM counted))
       UNION ALL
       (${walked} AND (SELECT is_minimum FROM counted) ${NEWEST_FIRST} ${range}))`;
}
