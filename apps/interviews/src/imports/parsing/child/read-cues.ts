import { Unreadable } from '../unreadable.ts';
import type { Utterance } from '../utterance.ts';
import { withoutEntities } from './entities.ts';
import { linesOf } from './lines.ts';
import type { KnownNames } from './known-names.ts';
import { knownIn } from './reversed-names.ts';
import { spokenIn } from './spoken-line.ts';
import { UtteranceList } from './utterance-list.ts';
import { voicesIn } from './voices.ts';

/** What some put in front of what another speaker says; right before a number or an amount, a dash is a minus. */
const TURN = /^(?:[-–—](?![.,]?\p{N}|\p{Sc})|>>)\s*/u;

/** Whether a line says from when to when a cue is shown. */
export function isTiming(line: string): boolean {
  return /^\d{1,3}:\d\d/.test(line) && line.includes('-->');
}

/**
 * WebVTT and SRT: cues, each with its times and its text up to an empty line or the next cue. Whatever is outside of them (the header,
 * notes, numbers) is no text. What one speaker says in cues that follow each other is one utterance.
 */
export function readCues(text: string, names: readonly string[]): UtteranceList {
  const known = knownIn(linesOf(text), names);
  const utterances = new UtteranceList(' ');
  let cue: string[] | null = null;
  let areNumbered: boolean | null = null;
  let before = '';
  for (const line of linesOf(text)) {
    if (isTiming(line)) {
      areNumbered ??= isNumber(before);
      if (areNumbered && isNumber(before)) cue?.pop();
      addCue(cue, utterances, known);
      cue = [];
    } else if (line === '') {
      addCue(cue, utterances, known);
      cue = null;
    } else cue?.push(line);
    before = line;
  }
  addCue(cue, utterances, known);
  if (areNumbered === null) throw new Unreadable('The transcript has no cues with their times.');
  return utterances;
}

function isNumber(line: string): boolean {
  return /^\d+$/.test(line);
}

function addCue(lines: readonly string[] | null, utterances: UtteranceList, known: KnownNames): void {
  if (lines === null) return;
  for (const voice of voicesIn(lines.join('\n'))) {
    for (const { speaker, text } of spokenBy(voice, known)) {
      if (speaker === null || speaker === utterances.lastSpeaker) utterances.continue(text);
      else utterances.begin({ speaker, text });
    }
  }
}

/** The lines of a voice; without a name, each line may name its speaker. */
function* spokenBy({ speaker, text }: Utterance, known: KnownNames): Generator<Utterance> {
  for (const line of linesOf(withoutEntities(text))) {
    if (line !== '')
      yield speaker === null ? spokenIn(line.replace(TURN, ''), known) : { speaker, text: line };
  }
}
