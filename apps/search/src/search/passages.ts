import { setImmediate as otherWork } from 'node:timers/promises';
import { isHighSurrogate } from '../reading/section-parts.ts';
import type { Section } from '../reading/section.ts';
import type { Passage } from './passage.ts';
import { type Line, linesOf } from './text-lines.ts';

/** The maximum length of a passage. Characters. */
const LONGEST = 1_000;

/** Long texts are cut into equal parts of about this length at most. Characters. */
const USUAL = 850;

/** The minimum length of a part, except for the last. Characters. */
const SHORTEST = 400;

/** After this many passages, which take some milliseconds, the process does other work. */
const AT_A_TIME = 64;

/** Where a text may be cut, the best places first: after a paragraph, a sentence or line, a word. */
const PARAGRAPH = /\n[^\S\n]*\n\s*/g;
const SENTENCE = /\n\s*|[.!?…]["'”’»)\]]*\s+|[。！？।॥؟۔።។။][”’»)\]」』）】》〉]*\s*/g;
const WORD = /\s+/g;

/** Where a text without such places may be cut: after a word of a script without spaces, or after a character. */
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How much of the following text shows whether a word ends. Characters. */
const AHEAD = 50;

/** A longer text is more than a heading. Characters. */
const LONGEST_HEADING = 500;

const TABLE_ROW = /^ {0,3}\|.*$/gm;
const PLAIN: Line = { from: 0, isPart: false, mayBegin: true, lead: '' };

/**
 * Cuts sections into passages of at most 1,000 characters, if possible at the ends of paragraphs or sentences. A passage never
 * spans two pages or headings, and is never only a heading. Tables and lists are cut between their rows and items; each part
 * repeats the header and the introduction. The same sections always give the same passages. A long text takes seconds, during
 * which the process does its other work, too.
 */
export async function passagesOf(sections: Iterable<Section>): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const passage of passagesIn(sections)) {
    passages.push(passage);
    if (passages.length % AT_A_TIME === 0) await otherWork();
  }
  return passages;
}

/** The passages of `passagesOf`, one by one. */
export function* passagesIn(sections: Iterable<Section>): Generator<Passage> {
  let position = 0;
  for (const { page, heading, text } of withoutLoneHeadings(joined(sections))) {
    for (const piece of pieces(text)) yield { page, heading, text: piece, position: position++ };
  }
}

/** Joins adjacent sections under the same heading of the same page, which a reader may return one by one. */
function* joined(sections: Iterable<Section>): Generator<Section> {
  let parts: string[] = [];
  let last: Section | null = null;
  for (const section of sections) {
    if (last && (last.page !== section.page || last.heading !== section.heading)) {
      yield { ...last, text: parts.join('\n\n') };
      parts = [];
    }
    if (section.continues) parts.push(`${parts.pop() ?? ''}${section.text}`);
    else parts.push(section.text);
    last = section;
  }
  if (last) yield { ...last, text: parts.join('\n\n') };
}

/** A heading without a text of its own begins the next section, or ends the last one. */
function* withoutLoneHeadings(sections: Iterable<Section>): Generator<Section> {
  let headings: Section[] = [];
  let last: Section | null = null;
  for (const section of sections) {
    if (isLoneHeading(section)) {
      headings.push(section);
      continue;
    }
    if (last) yield last;
    last = merged([...headings, section], section);
    headings = [];
  }
  const [first] = headings;
  if (last) yield merged([last, ...headings], last);
  else if (first) yield merged(headings, first);
}

function merged(sections: readonly Section[], into: Section): Section {
  return { ...into, text: sections.map(({ text }) => text.trim()).join('\n\n') };
}

/** Whether its text says no more than its heading. */
function isLoneHeading({ heading, text }: Section): boolean {
  if (text.length > LONGEST_HEADING) return false;
  const said = letters(text);
  return said !== '' && letters(heading).endsWith(said);
}

function letters(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}

function* pieces(text: string): Generator<string> {
  const whole = text.trim().replace(TABLE_ROW, unpadded);
  const lines = new LinesAhead(whole);
  let from = 0;
  while (from < whole.length) {
    const lead = lines.at(from).lead;
    const to = cutAfter(whole, from, LONGEST - lead.length, lines);
    const piece = whole.slice(from, to).trim();
    if (piece) yield `${lead}${piece}`;
    from = to;
  }
}

/** A row of a table without the padding that aligns its columns. */
function unpadded(row: string): string {
  return row.replace(/[ \t]{2,}/g, ' ').replace(/-{4,}/g, '---');
}

/** Reads the lines of a text from a place on that moves forward. */
class LinesAhead {
  readonly #lines: Iterator<Line>;
  #known: Line[] = [];

  constructor(text: string) {
    this.#lines = linesOf(text);
  }

  /** The line at a place. Lines before it are forgotten: no later call asks for them. */
  at(place: number): Line {
    const line = this.find(place);
    this.#known = this.#known.slice(this.#known.indexOf(line));
    return line;
  }

  find(place: number): Line {
    while ((this.#known.at(-1)?.from ?? -1) <= place) {
      const next = this.#lines.next();
      if (next.done) break;
      this.#known.push(next.value);
    }
    return this.#known.findLast(({ from }) => from <= place) ?? PLAIN;
  }
}

function cutAfter(text: string, from: number, longest: number, lines: LinesAhead): number {
  const left = text.length - from;
  if (left <= longest) return text.length;
  const wanted = left / Math.ceil(left / Math.min(USUAL, longest));
  const window = text.slice(from, from + longest);
  const isWhole = (cut: number): boolean => {
    const line = lines.find(from + cut);
    if (text.slice(line.from, from + cut).trim() === '') return line.mayBegin;
    return !line.isPart;
  };
  for (const [end, isAllowed] of [
    [PARAGRAPH, isWhole],
    [SENTENCE, isWhole],
    [SENTENCE, always],
    [WORD, always],
  ] as const) {
    const cut = nearest(window, end, wanted, isAllowed);
    if (cut !== null) return from + cut;
  }
  const seen = text.slice(from, from + longest + AHEAD);
  for (const segmenter of [WORDS, CHARACTERS]) {
    const cut = segmenter.segment(seen).containing(longest)?.index ?? 0;
    if (cut >= SHORTEST) return from + cut;
  }
  return from + (isHighSurrogate(window.charCodeAt(longest - 1)) ? longest - 1 : longest);
}

/** The end nearest to the wanted position; null if the window has none. */
function nearest(
  window: string,
  end: RegExp,
  wanted: number,
  isAllowed: (cut: number) => boolean,
): number | null {
  let best: number | null = null;
  for (const match of window.matchAll(end)) {
    const cut = match.index + match[0].length;
    if (cut < SHORTEST || !isAllowed(cut)) continue;
    if (best === null || Math.abs(cut - wanted) < Math.abs(best - wanted)) best = cut;
  }
  return best;
}

function always(): boolean {
  return true;
}
