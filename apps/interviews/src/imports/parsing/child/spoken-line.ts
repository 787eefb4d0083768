import type { Utterance } from '../utterance.ts';

/** A name is no longer. Characters. */
const LONGEST_NAME = 60;
/** With the time that some write behind it. */
const LONGEST_LABEL = LONGEST_NAME + 20;
const MOST_WORDS = 5;
/** Words of this length may be small in a name: "de", "van", "bin". */
const PARTICLE = 3;

/** `[00:01:02]`, `(1:02)` and ranges in brackets, or `00:01:02` without; whole patterns have a bounded length. */
const LEADING_TIME = /^(?:[[(]\d{1,3}:\d\d[\d:., >-]{0,40}[\])]|\d{1,3}:\d\d:\d\d(?:[.,]\d{1,3})?(?!\S))/;
const TRAILING_TIME = /[[(]?\d{1,3}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?[\])]?$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’()&/_@-]*$/u;

/** Who says what in a line `Name: text`; the speaker is null where the line names none. Times before either are dropped. */
export function spokenIn(line: string): Utterance {
  const said = line.replace(LEADING_TIME, '').trimStart();
  const end = endOfLabel(said);
  const speaker = end < 0 ? null : nameIn(said.slice(0, end));
  return speaker === null ? { speaker, text: said } : { speaker, text: said.slice(end + 1).trimStart() };
}

/** The place of the first colon before white space or the end of the line, if it is near the beginning; else -1. */
function endOfLabel(text: string): number {
  const most = Math.min(text.length, LONGEST_LABEL);
  for (let at = 0; at < most; at += 1) {
    if (text[at] === ':' && (text[at + 1] ?? ' ').trim() === '') return at;
  }
  return -1;
}

/** The name in the label of a line; null for the beginning of a sentence. */
function nameIn(label: string): string | null {
  const name = label.replace(TRAILING_TIME, '').trim();
  if (name.length > LONGEST_NAME || !NAME.test(name) || !/\p{L}/u.test(name)) return null;
  const words = name.split(/\s+/);
  const isName = (word: string, at: number): boolean =>
    at === 0 || word.length <= PARTICLE || !/^\p{Ll}/u.test(word);
  return words.length <= MOST_WORDS && words.every(isName) ? name : null;
}
