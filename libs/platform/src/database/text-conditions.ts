import { LONGEST_NORMALIZED } from '@pks/contracts';

/**
 * The SQL of a text in one case. `lower` turns each `Σ` into `σ`, even at the end of a word, and leaves `ς`, which is turned into
 * `σ` here. No letter becomes two: `ß` is not `ss`.
 */
export function caseless(text: string): string {
  return `translate(lower(${text}), 'ς', 'σ')`;
}

/** The SQL of a text in a form of Unicode; unchanged if it has more than `LONGEST_NORMALIZED` characters: the statement cannot be ended meanwhile. */
export function normal(text: string, form: 'NFC' | 'NFD'): string {
  return `CASE WHEN length(${text}) > ${LONGEST_NORMALIZED} THEN ${text} ELSE normalize(${text}, ${form}) END`;
}

/** The SQL of an array with a text as it is and, if they differ, in each form of Unicode, NFC and NFD, as `normal` makes it. */
export function encodings(text: string): string {
  const isOne = `length(${text}) > ${LONGEST_NORMALIZED} OR ${text} IS NFC NORMALIZED AND ${text} IS NFD NORMALIZED`;
  return `CASE WHEN ${isOne} THEN ARRAY[${text}] ELSE ARRAY[${text}, normalize(${text}, NFC), normalize(${text}, NFD)] END`;
}

/**
 * The condition that a text contains that of `:pattern`, which `containing` makes, ignoring case and encoding (NFC or NFD). Uses an
 * index of the trigrams of `lower(text)`.
 */
export function contains(text: string): string {
  return condition(text, (value) => value);
}

/** The same condition for texts that are compared one by one, without an index: computes the patterns only once. */
export function containsUnindexed(text: string): string {
  return condition(text, (value) => `(SELECT ${value})`);
}

const GIVEN = ':pattern';
/** The pattern in a normalization form; null if it was given in that form, as all of ASCII is: a plan for known values then omits the comparison. */
const OTHERS = ['NFC', 'NFD'].map((form) => `nullif(normalize(${GIVEN}, ${form}), ${GIVEN})`);

function condition(text: string, from: (value: string) => string): string {
  const others = OTHERS.map((other) => `(${from(other)} IS NOT NULL AND ${matching(text, other, from)})`);
  return `(${[matching(text, GIVEN, from), ...others].join(' OR ')})`;
}

/**
 * Because the index has sigmas as they were written, any character may first stand in their place, and the texts found are compared
 * again. If the pattern has no sigma, they are not; a plan for known values does not even have that condition. `CASE` is estimated to
 * keep half of the rows, `OR` hardly one.
 */
function matching(text: string, pattern: string, from: (value: string) => string): string {
  const strict = `lower(${pattern})`;
  const loose = `translate(${strict}, 'ςσ', '__')`;
  const found = `lower(${text}) LIKE ${from(loose)}`;
  const compared = `${caseless(text)} LIKE ${from(caseless(pattern))}`;
  return `(${found} AND CASE WHEN ${from(`${loose} = ${strict}`)} THEN true ELSE ${compared} END)`;
}
