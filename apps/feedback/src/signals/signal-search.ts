/** Whose signals are looked at: everybody's, or those that one has given. */
export type Whose = 'all' | 'own';

/** The condition that a signal `s` was given by the value, where only those are looked at. */
export function givenBy(whose: Whose, value: string): string {
  return whose === 'own' ? `AND s.given_by_id = ${value}::uuid` : '';
}

/**
 * A query for signals `s` of the project `$1` whose text or whose submitter's e-mail is like a pattern, each once; it is
 * in two parts because each has its own trigram index.
 */
export function searched(select: string, conditions: string, pattern: string): string {
  const matching = (condition: string): string =>
    `${select} FROM signals s WHERE s.project_id = $1 ${conditions} AND ${condition}`;
  const byText = `lower(s.feedback) LIKE lower(${pattern})`;
  const submitters = `SELECT user_id FROM participants WHERE project_id = $1 AND lower(email) LIKE lower(${pattern})`;
  return `${matching(byText)} UNION ALL ${matching(`s.given_by_id = ANY (ARRAY(${submitters})) AND NOT ${byText}`)}`;
}

/** The pattern of what contains a text: all of its characters are plain. */
export function patternOf(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}
