import { Unreadable } from '../unreadable.ts';
import type { Utterance } from '../utterance.ts';
import { withoutEntities } from './entities.ts';
import type { KnownNames } from './known-names.ts';
import { linesOf } from './lines.ts';
import { knownIn } from './reversed-names.ts';
import { spokenIn } from './spoken-line.ts';
import { UtteranceList } from './utterance-list.ts';
import { voicesIn } from './voices.ts';

/** What some transcripts put before the words of another speaker; right before a number or an amount, a dash is a minus. */
const TURN = /^(\p{Bidi_Control}*)([-–—](?![.,]?\p{N}|\p{Sc})|>>)\s*/u;
const ARROWS = '>>';

/** A line of a cue, and whether another speaker than before says it, named or not. */
interface CueLine extends Utterance {
  readonly isTurn: boolean;
}

/** Whether a line has the times from when to when a cue is shown. */
export function isTiming(line: string): boolean {
  return /^\d{1,3}:\d\d/.test(line) && line.includes('-->');
}

/**
 * Reads WebVTT and SRT: cues, each with its times and its text up to an empty line or the next cue. Everything outside of cues (the
 * header, notes, numbers) is ignored. What one speaker says in consecutive cues is one utterance.
 */
export function readCues(text: string, names: readonly string[]): UtteranceList {
  const known = knownIn(linesWithoutVoice(text), names);
  const utterances = new UtteranceList(' ');
  for (const { speaker: voice, text: line, isTurn } of linesOfCues(text)) {
    const { speaker, text: said } = voice === null ? spokenIn(line, known) : spokenBy(voice, line, known);
    const goesOn = speaker === null ? !isTurn : speaker === utterances.lastSpeaker;
    if (goesOn) utterances.continue(said);
    else utterances.begin({ speaker, text: said });
  }
  return utterances;
}

function spokenBy(voice: string, text: string, known: KnownNames): Utterance {
  return { speaker: known.spellingOf(voice) ?? voice, text };
}

/** The lines without a voice, which may name their speaker. */
function* linesWithoutVoice(text: string): Generator<string> {
  for (const line of linesOfCues(text)) if (line.speaker === null) yield line.text;
}

/** The lines of all cues, without tags and entities, each with its voice. */
function* linesOfCues(text: string): Generator<CueLine> {
  for (const cue of cuesIn(text)) {
    for (const voice of voicesIn(cue)) yield* linesOfVoice(voice);
  }
}

/**
 * The lines of a voice. Without a name of the voice, each may name its speaker, and loses the mark of another speaker. Arrows mark
 * one for certain. Dashes do if the first line has one and another line too: others may be those of a sentence, or of a list.
 */
function* linesOfVoice({ speaker, text }: Utterance): Generator<CueLine> {
  const lines = [...linesOf(withoutEntities(text))].filter((line) => line !== '');
  const marks = lines.map((line) => (speaker === null ? TURN.exec(line)?.[2] : undefined));
  const areTurns = marks[0] !== undefined && marks.filter((mark) => mark !== undefined).length > 1;
  for (const [at, line] of lines.entries()) {
    const mark = marks[at];
    const isTurn = mark === ARROWS || (mark !== undefined && areTurns);
    yield { speaker, text: mark === undefined ? line : line.replace(TURN, '$1'), isTurn };
  }
}

/** Yields the texts of the cues. @throws Unreadable at the end, if there was no cue. */
function* cuesIn(text: string): Generator<string> {
  let cue: string[] | null = null;
  let areNumbered: boolean | null = null;
  let before = '';
  for (const line of linesOf(text)) {
    if (isTiming(line)) {
      areNumbered ??= isNumber(before);
      if (areNumbered && isNumber(before)) cue?.pop();
      if (cue) yield cue.join('\n');
      cue = [];
    } else if (line === '') {
      if (cue) yield cue.join('\n');
      cue = null;
    } else cue?.push(line);
    before = line;
  }
  if (cue) yield cue.join('\n');
  if (areNumbered === null) throw new Unreadable('The transcript has no cues with their times.');
}

function isNumber(line: string): boolean {
  return /^\d+$/.test(line);
}
