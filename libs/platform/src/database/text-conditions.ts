/**
 * The SQL of a text in one case. `lower` makes a `σ` of each `Σ`, also at the end of a word, and leaves a `ς`, so that one becomes a
 * `σ`, too. No letter becomes two: `ß` is not `ss`.
 */
export function caseless(text: string): string {
  return `translate(lower(${text}), 'ς', 'σ')`;
}

/** To normalize a text can take PostgreSQL the square of its length, and a statement does not end meanwhile. Characters. */
const LONGEST_NORMALIZED = 255;

/** The SQL of a text in a form of Unicode; as it is, where it has more than 255 characters. */
export function normal(text: string, form: 'NFC' | 'NFD'): string {
  return `CASE WHEN length(${text}) > ${LONGEST_NORMALIZED} THEN ${text} ELSE normalize(${text}, ${form}) END`;
}

/** The SQL of an array that has a text as it is and, where they differ, in each form of Unicode, NFC and NFD, as `normal` makes it. */
export function encodings(text: string): string {
  const isOne = `length(${text}) > ${LONGEST_NORMALIZED} OR ${text} IS NFC NORMALIZED AND ${text} IS NFD NORMALIZED`;
  return `CASE WHEN ${isOne} THEN ARRAY[${text}] ELSE ARRAY[${text}, normalize(${text}, NFC), normalize(${text}, NFD)] END`;
}

/**
 * The condition that a text contains that of `:pattern`, which `containing` makes, ignoring case and how either is encoded (NFC or NFD).
 * An index of the trigrams of `lower(text)` is used.
 */
export function contains(text: string): string {
  return condition(text, (value) => value);
}

/** The same for texts that are compared one by one, without an index: what they are compared with is computed once. */
export function containsUnindexed(text: string): string {
  return condition(text, (value) => `(SELECT ${value})`);
}

const GIVEN = ':pattern';
/** The pattern in a normalization form; null where that is how it is given, as it is for all of ASCII: a plan for known values has nothing of it. */
const OTHERS = ['NFC', 'NFD'].map((form) => `nullif(normalize(${GIVEN}, ${form}), ${GIVEN})`);

function condition(text: string, from: (value: string) => string): string {
  const others = OTHERS.map((other) => `(${from(other)} IS NOT NULL AND ${matching(text, other, from)})`);
  return `(${[matching(text, GIVEN, from), ...others].join(' OR ')})`;
}

/**
 * What has any character in the place of a sigma, because the index has them as they were written, is compared once more. Where the
 * pattern has none, nothing is; a plan for known values does not even have that condition. `CASE` is estimated to keep half of the rows,
 * `OR` hardly one.
 */
function matching(text: string, pattern: string, from: (value: string) => string): string {
  const strict = `lower(${pattern})`;
  const loose = `translate(${strict}, 'ςσ', '__')`;
  const found = `lower(${text}) LIKE ${from(loose)}`;
  const compared = `${caseless(text)} LIKE ${from(caseless(pattern))}`;
  return `(${found} AND CASE WHEN ${from(`${loose} = ${strict}`)} THEN true ELSE ${compared} END)`;
}
