import { KnownNames } from './known-names.ts';
import { labelIn } from './spoken-line.ts';

const MOST_WORDS = 3;
const PART = /^\p{Lu}[\p{L}\p{M}\p{N} .'’-]*$/u;

/** The names of the form `Last, First` in front of at least two of the lines: in front of one line, it may be a sentence. */
export function reversedNamesIn(lines: Iterable<string>): readonly string[] {
  const once = new Set<string>();
  const again = new Set<string>();
  for (const line of lines) {
    const label = line.includes(',') ? labelIn(line) : null;
    if (label !== null && isReversed(label)) (once.has(label) ? again : once).add(label);
  }
  return [...again];
}

/** The known names of a transcript: those that are given, and those that it repeats. */
export function knownIn(lines: Iterable<string>, given: readonly string[]): KnownNames {
  return new KnownNames([...given, ...reversedNamesIn(lines)]);
}

function isReversed(label: string): boolean {
  const parts = label.split(',').map((part) => part.trim());
  return parts.length === 2 && parts.every(isPart);
}

/** Up to three words, of which the first has a capital. */
function isPart(part: string): boolean {
  return PART.test(part) && part.split(/\s+/).length <= MOST_WORDS;
}
