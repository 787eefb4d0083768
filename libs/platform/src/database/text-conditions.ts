/**
 * The SQL of a text in one case. `lower` makes a `σ` of each `Σ`, also at the end of a word, and leaves a `ς`, so that one becomes a
 * `σ`, too. No letter becomes two: `ß` is not `ss`.
 */
export function caseless(text: string): string {
  return `translate(lower(${text}), 'ς', 'σ')`;
}

/**
 * The condition that a text contains that of `:pattern`, which `containing` makes, ignoring case. An index of the trigrams of
 * `lower(text)` is used.
 */
export function contains(text: string): string {
  return condition(text, (value) => value);
}

/** The same for texts that are compared one by one, without an index: what they are compared with is computed once. */
export function containsUnindexed(text: string): string {
  return condition(text, (value) => `(SELECT ${value})`);
}

const PATTERN = 'lower(:pattern)';
/** With any character for each sigma: the index has them as they were written. */
const LOOSE_PATTERN = `translate(${PATTERN}, 'ςσ', '__')`;

/**
 * What has any character in the place of a sigma is compared once more. Where the pattern has none, nothing is; a plan for known values
 * does not even have that condition. `CASE` is estimated to keep half of the rows, `OR` hardly one.
 */
function condition(text: string, from: (value: string) => string): string {
  const found = `lower(${text}) LIKE ${from(LOOSE_PATTERN)}`;
  const compared = `${caseless(text)} LIKE ${from(caseless(':pattern'))}`;
  return `(${found} AND CASE WHEN ${from(`${LOOSE_PATTERN} = ${PATTERN}`)} THEN true ELSE ${compared} END)`;
}
