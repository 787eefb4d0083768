import { setImmediate as otherWork } from 'node:timers/promises';
import type { Section } from '../reading/section.ts';
import type { Passage } from './passage.ts';

/** The maximum length of a passage. Characters. */
const LONGEST = 1_000;

/** Long texts are cut into equal parts of about this length at most. Characters. */
const USUAL = 850;

/** The minimum length of a part, except for the last. Characters. */
const SHORTEST = 400;

/** After that many passages, which take some milliseconds, other work of the process comes in between. */
const AT_A_TIME = 64;

/** Where a text may be cut, the best places first: after a paragraph, a sentence or line, a word. */
const ENDS = [/\n[^\S\n]*\n\s*/g, /\n\s*|[.!?…]["'”’»)\]]*\s+|[。！？]\s*/g, /\s+/g];

/**
 * Cuts sections into passages of at most 1,000 characters, at the ends of paragraphs or sentences where there are any. A
 * passage never spans two pages or headings; the same sections always give the same passages. A long text takes seconds,
 * during which the process does its other work, too.
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
  for (const { page, heading, text } of joined(sections)) {
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

function* pieces(text: string): Generator<string> {
  const whole = text.trim();
  let from = 0;
  while (from < whole.length) {
    const to = cutAfter(whole, from);
    const piece = whole.slice(from, to).trim();
    if (piece) yield piece;
    from = to;
  }
}

function cutAfter(text: string, from: number): number {
  const left = text.length - from;
  if (left <= LONGEST) return text.length;
  const wanted = left / Math.ceil(left / USUAL);
  const window = text.slice(from, from + LONGEST);
  for (const end of ENDS) {
    const cut = nearest(window, end, wanted);
    if (cut !== null) return from + cut;
  }
  return from + (isHighSurrogate(window.charCodeAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST);
}

/** The end nearest to the wanted position, or null where the window has none. */
function nearest(window: string, end: RegExp, wanted: number): number | null {
  let best: number | null = null;
  for (const match of window.matchAll(end)) {
    const cut = match.index + match[0].length;
    if (cut < SHORTEST) continue;
    if (best === null || Math.abs(cut - wanted) < Math.abs(best - wanted)) best = cut;
  }
  return best;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
