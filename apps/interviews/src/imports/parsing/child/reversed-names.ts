import { KnownNames, keyOf } from './known-names.ts';
import { isName, labelIn } from './spoken-line.ts';

const MOST_WORDS = 3;
const PART = /^\p{Lu}[\p{L}\p{M} .'’-]*$/u;

/**
 * The names of the form `Last, First` before at least two of the lines: before only one line, the label may begin a sentence. So may
 * a label with a part that is itself the name before some line: `However, Ben: no`, where Ben speaks.
 */
function reversedNamesIn(lines: Iterable<string>): readonly string[] {
  const once = new Set<string>();
  const again = new Set<string>();
  const others = new Set<string>();
  for (const line of lines) {
    const label = labelIn(line);
    if (label === null) continue;
    if (isName(label)) others.add(keyOf(label));
    else if (isReversed(label)) (once.has(label) ? again : once).add(label);
  }
  return [...again].filter((label) => !partsOf(label).some((part) => others.has(keyOf(part))));
}

/** The known names of a transcript: the given names, and the reversed names that it repeats. */
export function knownIn(lines: Iterable<string>, given: readonly string[]): KnownNames {
  return new KnownNames([...given, ...reversedNamesIn(lines)]);
}

function isReversed(label: string): boolean {
  const parts = partsOf(label);
  return parts.length === 2 && parts.every(isPart);
}

function partsOf(label: string): readonly string[] {
  return label.split(',').map((part) => part.trim());
}

/** Up to three words without digits, of which the first has a capital. */
function isPart(part: string): boolean {
  return PART.test(part) && part.split(/\s+/).length <= MOST_WORDS;
}
