import type { Utterance } from '../utterance.ts';
import type { KnownNames } from './known-names.ts';

/** The longest name, unless it is known. Characters. */
const LONGEST_NAME = 60;
/** The longest time that some transcripts write after a name, with marks of direction around it. Characters. */
const LONGEST_TIME = 24;
const MOST_WORDS = 5;
/** Words up to this length may be in lower case in a name: "de", "van", "bin". Characters. */
const PARTICLE = 3;
/** Chinese and Japanese have no spaces between words: more of their characters in a row, except the Katakana of foreign words, are a sentence. */
const LONGEST_UNSPACED = 10;

/** `[00:01:02]`, `(1:02)` and ranges in brackets, or `00:01:02` without brackets; what the patterns match has a bounded length. */
const LEADING_TIME =
  /^(\p{Bidi_Control}*)(?:[[(［（【]\p{Nd}{1,3}[:：]\p{Nd}{2}[\p{Nd}:：., >-]{0,40}[\])］）】]|\p{Nd}{1,3}[:：]\p{Nd}{2}[:：]\p{Nd}{2}(?:[.,]\p{Nd}{1,3})?(?!\S))/u;
const TRAILING_TIME =
  /\p{Bidi_Control}{0,2}(?:[[(［（【]?\p{Nd}{1,3}[:：]\p{Nd}{2}(?:[:：]\p{Nd}{2})?(?:[.,]\p{Nd}{1,3})?[\])］）】]?)?\p{Bidi_Control}{0,2}$/u;
const DIGIT = /^\p{Nd}/u;
const TWO_DIGITS = /^\p{Nd}{2}(?!\p{Nd})/u;
const LEADING_MARKS = /^[\s\p{Bidi_Control}]+/u;
/** White space, or the end of the line, behind marks of direction. */
const SPACE = /^\p{Bidi_Control}*(?:\s+|$)/u;
const NAME = /^[\p{L}\p{N}][\u200D\u200C\u2010\u2011\p{L}\p{M}\p{N} \u3000.・·'’()（）&/_@-]*$/u;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}]+/gu;
/** How the part before the colon of a Chinese or Japanese sentence ends, and names rarely do. */
const BEGUN_SENTENCE =
  /(?:.[说說是]|[说說]道|包括|如下|[\p{Script=Han}\p{Script=Katakana}ー][はがをにで]|です|ます|した|すると|とおり|通り)$/u;

/** Who says what in a line `Name: text`; the speaker is null if the line names none. Times at the beginning are dropped. */
export function spokenIn(line: string, known: KnownNames): Utterance {
  const said = withoutTime(line);
  const unmarked = said.replace(LEADING_MARKS, '');
  return spokenByKnown(unmarked, known) ?? spokenByName(unmarked) ?? { speaker: null, text: said };
}

/** The text before the first colon of a line, without times, if the colon is near the beginning; otherwise null. */
export function labelIn(line: string): string | null {
  const said = withoutTime(line).replace(LEADING_MARKS, '');
  const end = endOfName(said);
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
  const end = endOfName(said);
  if (end === undefined) return undefined;
  const speaker = nameOf(said.slice(0, end));
  return isName(speaker) ? { speaker, text: behind(end, said) } : undefined;
}

function behind(end: number, said: string): string {
  return said.slice(end + 1).replace(SPACE, '');
}

/** Removes a time at the beginning; marks of direction before it stay. */
function withoutTime(line: string): string {
  return line.replace(LEADING_TIME, '$1').trimStart();
}

/** The first place where a label may end that is not within a time: `10：30`. */
function endOfName(said: string): number | undefined {
  for (const end of labelEnds(said, LONGEST_NAME)) {
    const isTime = DIGIT.test(said.charAt(end - 1)) && TWO_DIGITS.test(said.slice(end + 1, end + 4));
    if (!isTime) return end;
  }
  return undefined;
}

/** The places of colons within the reach of a name of this length: full-width colons, and colons before white space or the end of the line. */
function* labelEnds(text: string, longest: number): Generator<number> {
  const most = Math.min(text.length, longest + LONGEST_TIME);
  for (let at = 0; at < most; at += 1) {
    if (text[at] === '：' || (text[at] === ':' && SPACE.test(text.slice(at + 1)))) yield at;
  }
}

/** A label without a time at its end. Only the end is searched, because labels can be as long as a line. */
function nameOf(label: string): string {
  const [time = ''] = TRAILING_TIME.exec(label.slice(-LONGEST_TIME)) ?? [];
  return label.slice(0, label.length - time.length).trim();
}

/** Whether a label is a name, and not the beginning of a sentence. */
export function isName(label: string): boolean {
  if (label.length > LONGEST_NAME || !NAME.test(label) || !/\p{L}/u.test(label)) return false;
  return hasFewWords(label) && !isBegunSentence(label);
}

function hasFewWords(label: string): boolean {
  const words = label.split(/\s+/);
  const mayBeIn = (word: string, at: number): boolean =>
    at === 0 || word.length <= PARTICLE || !/^\p{Ll}/u.test(word);
  return words.length <= MOST_WORDS && words.every(mayBeIn);
}

function isBegunSentence(label: string): boolean {
  const parts = label.match(UNSPACED) ?? [];
  return parts.some((part) => part.length > LONGEST_UNSPACED) || BEGUN_SENTENCE.test(label);
}
