/** Which signals a statement reads: all of a project, or those that one user has submitted. */
export type Whose = 'all' | 'own';

/** The condition for that on the signal `s`; the submitter is `:holder`. */
export const SUBMITTED = {
  all: '',
  own: 'AND s.given_by_id = :holder::uuid',
} as const satisfies Record<Whose, string>;

const SUBMITTERS =
  'SELECT user_id FROM searchable_participants WHERE project_id = :project AND lower(email) LIKE lower(:pattern)';

/**
 * A query for signals `s` of `:project` whose text, or whose submitter's e-mail, matches `:pattern`, each once. It has two
 * parts because each uses a trigram index of its own.
 */
export function searched(select: string, conditions: string): string {
  const matching = (condition: string): string =>
    `${select} FROM searchable_signals s WHERE s.project_id = :project ${conditions} AND ${condition}`;
  const byText = 'lower(s.feedback) LIKE lower(:pattern)';
  return `${matching(byText)} UNION ALL ${matching(`s.given_by_id = ANY (ARRAY(${SUBMITTERS})) AND NOT ${byText}`)}`;
}

/**
 * The same for a pattern that many signals match, where an index only adds to the work: signals are compared one by one, their text
 * first as it is, because folding its case takes longer than that.
 */
export function compared(select: string, conditions: string): string {
  const lowered = '(SELECT lower(:pattern))';
  return `${select} FROM searchable_signals s WHERE s.project_id = :project ${conditions}
     AND (s.feedback LIKE ${lowered} OR s.given_by_id = ANY (ARRAY(${SUBMITTERS})) OR lower(s.feedback) LIKE ${lowered})`;
}
