/** Which signals a statement reads: all of a project, or those that one user has submitted. */
export type Whose = 'all' | 'own';

/** The condition for that on the signal `s`; the submitter is `:holder`. */
export const SUBMITTED = {
  all: '',
  own: 'AND s.given_by_id = :holder::uuid',
} as const satisfies Record<Whose, string>;

const SUBMITTERS =
  'SELECT user_id FROM searchable_participants WHERE project_id = :project AND lower(email) LIKE lower(:pattern)';

const BY_TEXT = 'lower(s.feedback) LIKE lower(:pattern)';

/**
 * A query for signals `s` of `:project` whose text, or whose submitter's e-mail, matches `:pattern`, each once. It has two
 * parts because each uses a trigram index of its own.
 */
export function searched(select: string, conditions: string): string {
  const matching = (condition: string): string => `${select} ${signals(conditions, condition)}`;
  return `${matching(BY_TEXT)} UNION ALL ${matching(`s.given_by_id = ANY (ARRAY(${SUBMITTERS})) AND NOT ${BY_TEXT}`)}`;
}

/**
 * The same for a query without a limit: the planner does not know how few submitters match, and would read all signals for the
 * second part. `OFFSET 0` keeps it looking for those of each submitter.
 */
export function searchedWhole(select: string, conditions: string): string {
  const ofSubmitter = signals(conditions, `s.given_by_id = submitter.user_id AND NOT ${BY_TEXT}`);
  return `${select} ${signals(conditions, BY_TEXT)}
     UNION ALL ${select} FROM (${SUBMITTERS}) submitter CROSS JOIN LATERAL (SELECT s.* ${ofSubmitter} OFFSET 0) s`;
}

function signals(conditions: string, condition: string): string {
  return `FROM searchable_signals s WHERE s.project_id = :project ${conditions} AND ${condition}`;
}

/**
 * What `searched` finds, for a pattern that many signals match, where an index only adds to the work: signals are compared one by one, their text
 * first as it is, because folding its case takes longer than that.
 */
export function compared(select: string, conditions: string): string {
  const lowered = '(SELECT lower(:pattern))';
  return `${select} FROM searchable_signals s WHERE s.project_id = :project ${conditions}
     AND (s.feedback LIKE ${lowered} OR s.given_by_id = ANY (ARRAY(${SUBMITTERS})) OR lower(s.feedback) LIKE ${lowered})`;
}
