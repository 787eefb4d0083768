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

/** After this many steps, which take some milliseconds, the process does other work. */
const AT_A_TIME = 4;

/** In each step, the rows of tables in so much of a text lose their padding. Longer lines stay as they are. Characters. */
const LONGEST_PART = 16 * 1024;

/** Where a text may be cut, the best places first: after a paragraph, a sentence or line, a word. */
const PARAGRAPH = /\n[^\S\n]*\n\s*/g;
const SENTENCE = /\n\s*|[.!?…]["'”’»)\]]*\s+|[。！？।॥؟۔።។။][”’»)\]」』）】》〉]*\s*/g;
const WORD = /\s+/g;
const WRITTEN = /\S/g;

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
  let steps = 0;
  for (const passage of stepsOf(sections)) {
    if (passage) passages.push(passage);
    if ((steps += 1) % AT_A_TIME === 0) await otherWork();
  }
  return passages;
}

/** The passages of `passagesOf`, one by one. */
export function* passagesIn(sections: Iterable<Section>): Generator<Passage> {
  for (const passage of stepsOf(sections)) if (passage) yield passage;
}

/** The passage of each step; undefined for a step without one. */
function* stepsOf(sections: Iterable<Section>): Generator<Passage | undefined> {
  let position = 0;
  for (const { page, heading, text } of withoutLoneHeadings(joined(sections))) {
    for (const piece of pieces(text))
      yield piece === '' ? undefined : { page, heading, text: piece, position: position++ };
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

/** The pieces of a text, and an empty one for each step that makes none. */
function* pieces(text: string): Generator<string> {
  const parts: string[] = [];
  for (const part of partsOf(text.trim())) {
    parts.push(part.length > LONGEST_PART ? part : part.replace(TABLE_ROW, unpadded));
    yield '';
  }
  const whole = parts.join('');
  const lines = new LinesAhead(whole);
  let from = 0;
  while (from < whole.length) {
    const lead = lines.at(from).lead;
    const to = cutAfter(whole, from, LONGEST - lead.length, lines);
    const piece = whole.slice(from, to).trim();
    yield piece && `${lead}${piece}`;
    from = afterSpace(whole, to);
  }
}

/** The text in parts of whole lines; a longer line is a part of its own. */
function* partsOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const most = from + LONGEST_PART;
    const last = text.lastIndexOf('\n', most - 1);
    const end = last < from ? text.indexOf('\n', most) : last;
    const to = most >= text.length || end === -1 ? text.length : end + 1;
    yield text.slice(from, to);
    from = to;
  }
}

/** The place of the next character behind white space that is as long as a passage; otherwise the given place. */
function afterSpace(text: string, place: number): number {
  if (text.slice(place, place + LONGEST).trim() !== '') return place;
  WRITTEN.lastIndex = place;
  return WRITTEN.exec(text)?.index ?? text.length;
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
