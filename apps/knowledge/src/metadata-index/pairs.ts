import { characters, LONGEST_NORMALIZED, MAX_METADATA, type Pair } from '@pks/contracts';
import { NotPossible } from '@pks/platform';

/** The maximum length of the keys and values of a document together. Characters. */
export const MAX_METADATA_CHARACTERS = 65_536;

/** The message for metadata that is longer. */
export const TOO_LONG = `The metadata of a document has no more than ${MAX_METADATA_CHARACTERS} characters.`;

/** The pair in one encoding, so that pairs that look the same are the same. */
export function normalized([key, value]: Pair): Pair {
  return [inOneEncoding(key), inOneEncoding(value)];
}

/** A key or a value in NFC, unless it is longer than `LONGEST_NORMALIZED` before or after. */
export function inOneEncoding(text: string): string {
  if (text.length > LONGEST_NORMALIZED) return text;
  const normal = text.normalize('NFC');
  return normal.length > LONGEST_NORMALIZED ? text : normal;
}

/** The distinct pairs, in the order of their first occurrence. */
export function distinct(pairs: readonly Pair[]): readonly Pair[] {
  return [...new Map(pairs.map((pair) => [JSON.stringify(pair), pair])).values()];
}

/** The pairs that are not among the others. */
export function without(pairs: readonly Pair[], others: readonly Pair[]): readonly Pair[] {
  const known = new Set(others.map((pair) => JSON.stringify(pair)));
  return pairs.filter((pair) => !known.has(JSON.stringify(pair)));
}

/** The length of the keys and values. Characters. */
export function lengthOf(pairs: readonly Pair[]): number {
  return pairs.reduce((sum, [key, value]) => sum + characters(key) + characters(value), 0);
}

/** Limits the metadata of a document, and so the size of lists. @throws NotPossible */
export function assertFit(pairs: readonly Pair[]): void {
  if (pairs.length > MAX_METADATA) {
    throw new NotPossible(`A document has no more than ${MAX_METADATA} pairs of metadata.`);
  }
  if (lengthOf(pairs) > MAX_METADATA_CHARACTERS) {
    throw new NotPossible(TOO_LONG);
  }
}
