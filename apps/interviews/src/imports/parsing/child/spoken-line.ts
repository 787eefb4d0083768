import type { Utterance } from '../utterance.ts';
import type { KnownNames } from './known-names.ts';

/** A name is no longer, unless it is known. Characters. */
const LONGEST_NAME = 60;
/** The time that some write behind a name. */
const LONGEST_TIME = 20;
const MOST_WORDS = 5;
/** Words of this length may be small in a name: "de", "van", "bin". */
const PARTICLE = 3;

/** `[00:01:02]`, `(1:02)` and ranges in brackets, or `00:01:02` without; whole patterns have a bounded length. */
const LEADING_TIME = /^(?:[[(]\d{1,3}:\d\d[\d:., >-]{0,40}[\])]|\d{1,3}:\d\d:\d\d(?:[.,]\d{1,3})?(?!\S))/;
const TRAILING_TIME = /[[(]?\d{1,3}:\d\d(?::\d\d)?(?:[.,]\d{1,3})?[\])]?$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’()&/_@-]*$/u;

/** Who says what in a line `Name: text`; the speaker is null where the line names none. Times before either are dropped. */
export function spokenIn(line: string, known: KnownNames): Utterance {
  const said = withoutTime(line);
  return spokenByKnown(said, known) ?? spokenByName(said) ?? { speaker: null, text: said };
}

/** What is in front of the first colon of a line, without times, if that is near the beginning; else null. */
export function labelIn(line: string): string | null {
  const said = withoutTime(line);
  const [end] = labelEnds(said, LONGEST_NAME);
  return end === undefined ? null : nameOf(said.slice(0, end));
}

function spokenByKnown(said: string, known: KnownNames): Utterance | undefined {
  if (known.longest === 0) return undefined;
  for (const end of labelEnds(said, known.longest)) {
    const label = said.slice(0, end);
    const speaker = known.spellingOf(label) ?? known.spellingOf(nameOf(label));
    if (speaker !== undefined) return { speaker, text: behind(end, said) };
  }
  return undefined;
}

function spokenByName(said: string): Utterance | undefined {
  const [end] = labelEnds(said, LONGEST_NAME);
  if (end === undefined) return undefined;
  const speaker = nameOf(said.slice(0, end));
  return isName(speaker) ? { speaker, text: behind(end, said) } : undefined;
}

function behind(end: number, said: string): string {
  return said.slice(end + 1).trimStart();
}

function withoutTime(line: string): string {
  return line.replace(LEADING_TIME, '').trimStart();
}

/** The places of colons before white space or the end of the line that are no further than a name of such a length allows. */
function* labelEnds(text: string, longest: number): Generator<number> {
  const most = Math.min(text.length, longest + LONGEST_TIME);
  for (let at = 0; at < most; at += 1) {
    if (text[at] === ':' && (text[at + 1] ?? ' ').trim() === '') yield at;
  }
}

/** A label without the time at its end, the only part that is searched: labels can be as long as a line. */
function nameOf(label: string): string {
  const [time = ''] = TRAILING_TIME.exec(label.slice(-LONGEST_TIME)) ?? [];
  return label.slice(0, label.length - time.length).trim();
}

/** Whether a label is a name, and not the beginning of a sentence. */
export function isName(label: string): boolean {
  if (label.length > LONGEST_NAME || !NAME.test(label) || !/\p{L}/u.test(label)) return false;
  const words = label.split(/\s+/);
  const mayBeIn = (word: string, at: number): boolean =>
    at === 0 || word.length <= PARTICLE || !/^\p{Ll}/u.test(word);
  return words.length <= MOST_WORDS && words.every(mayBeIn);
}
