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
const TURN = /^(\p{Bidi_Control}*)(?:[-–—](?![.,]?\p{N}|\p{Sc})|>>)\s*/u;

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
  for (const { speaker: voice, text: line } of linesOfCues(text)) {
    const { speaker, text: said } = voice === null ? spokenIn(line, known) : spokenBy(voice, line, known);
    if (speaker === null || speaker === utterances.lastSpeaker) utterances.continue(said);
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
function* linesOfCues(text: string): Generator<Utterance> {
  for (const cue of cuesIn(text)) {
    for (const voice of voicesIn(cue)) yield* linesOfVoice(voice);
  }
}

/** The lines of a voice. Without a name of the voice, each may name its speaker, and loses the mark of another speaker. */
function* linesOfVoice({ speaker, text }: Utterance): Generator<Utterance> {
  for (const line of linesOf(withoutEntities(text))) {
    if (line !== '') yield { speaker, text: speaker === null ? line.replace(TURN, '$1') : line };
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
