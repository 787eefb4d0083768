import { MAX_METADATA, type Pair } from '@pks/contracts';
import { NotPossible } from '@pks/platform';

/** Keys and values of one document have no more characters in all. */
export const MAX_METADATA_CHARACTERS = 65_536;

/** Said of metadata that is longer. */
export const TOO_LONG = `The metadata of a document has no more than ${MAX_METADATA_CHARACTERS} characters.`;

/** Each pair once, where it came first. */
export function distinct(pairs: readonly Pair[]): readonly Pair[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** The pairs that are not among the others. */
export function without(pairs: readonly Pair[], others: readonly Pair[]): readonly Pair[] {
  const known = new Set(others.map((pair) => JSON.stringify(pair)));
  return pairs.filter((pair) => !known.has(JSON.stringify(pair)));
}

/** How many characters the pairs have. */
export function lengthOf(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, [key, value]) => sum + key.length + value.length, 0);
}

/** A document keeps so much metadata, so that lists of documents stay lists. @throws NotPossible */
export function assertFit(pairs: readonly Pair[]): void {
  if (pairs.length > MAX_METADATA) {
    throw new NotPossible(`A document has no more than ${MAX_METADATA} pairs of metadata.`);
  }
  if (lengthOf(pairs) > MAX_METADATA_CHARACTERS) {
    throw new NotPossible(TOO_LONG);
  }
}
