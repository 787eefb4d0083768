/** What a word may follow, beside the start of its line. */
const BEFORE = /[\s"'\p{Ps}\p{Pi}]/u;

/** What a line has of a word before a hyphen at its end, and what the next line has of it. Abbreviations and names keep their hyphens. */
const START = /^[\p{L}\p{M}]{2,}$/u;
const SMALL = /[\p{Ll}\p{M}]$/u;
const REST = /^\p{Ll}[\p{L}\p{M}]*/u;

const WORD = /[\p{L}\p{M}]+/gu;

/** Before these, a hyphen stands for what the next word has: "in- and output". */
const CONJUNCTIONS = new Set(['and', 'or', 'und', 'oder', 'bzw', 'sowie', 'et', 'ou']);

/** The parts of what may be one word, in lower case. */
type Parts = readonly [start: string, rest: string];

/**
 * The pages of a document, with the words that the ends of lines hyphenate written without hyphen and line break. A hyphen stays where
 * the document has both parts as words and not the whole: "well-known".
 */
export function withWholeWords(pages: readonly string[]): string[] {
  const known = knownWords(pages);
  return pages.map((text) => {
    const lines = text.split('\n');
    return lines
      .map((line, at) => {
        const parts = partsAt(line, lines[at + 1]);
        return parts && isOne(parts, known) ? line.slice(0, -1) : `${line}\n`;
      })
      .join('')
      .slice(0, -1);
  });
}

function partsAt(line: string, next: string | undefined): Parts | null {
  if (!next || !(line.endsWith('-') || line.endsWith('\u2010'))) return null;
  const start = line.slice(0, -1).split(BEFORE).at(-1) ?? '';
  const [rest] = REST.exec(next) ?? [];
  if (rest === undefined || !START.test(start) || !SMALL.test(start)) return null;
  return [start.toLowerCase(), rest.toLowerCase()];
}

function isOne([start, rest]: Parts, known: ReadonlySet<string>): boolean {
  if (CONJUNCTIONS.has(rest)) return false;
  return known.has(start + rest) || !(known.has(start) && known.has(rest));
}

/** Which of the words in question stand elsewhere in the document. */
function knownWords(pages: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  const count = (word: string, more: number): unknown => counts.set(word, (counts.get(word) ?? 0) + more);
  for (const [start, rest] of pages.flatMap((text) => [...partsIn(text)])) {
    count(start, -1);
    count(rest, -1);
    count(start + rest, 0);
  }
  if (counts.size === 0) return new Set();
  for (const text of pages) {
    for (const [word] of text.toLowerCase().matchAll(WORD)) if (counts.has(word)) count(word, 1);
  }
  return new Set([...counts.keys()].filter((word) => (counts.get(word) ?? 0) > 0));
}

function* partsIn(text: string): Generator<Parts> {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const parts = partsAt(line, lines[at + 1]);
    if (parts) yield parts;
  }
}
