import { type Answers, isObjectOrList, objectIn } from '@pks/platform/bounded';
import type { Answer } from './answer.ts';
import { MOST_ENTRIES, Unreadable } from './unreadable.ts';
import type { Utterance } from './utterance.ts';

/** Collects the answers of a process that parses a transcript. */
export class ParsingAnswers implements Answers<readonly Utterance[]> {
  begun = false;
  private end: Answer | undefined;
  private readonly utterances: Utterance[] = [];

  take(line: string): boolean {
    const answer = answerOf(line);
    if (answer === null) return false;
    if (answer.kind === 'begun') this.begun = true;
    else if (answer.kind === 'utterance') this.utterances.push(answer.utterance);
    else this.end ??= answer;
    return this.utterances.length <= MOST_ENTRIES;
  }

  outcome(): readonly Utterance[] | undefined {
    if (this.end?.kind === 'read') return this.utterances;
    if (this.end?.kind === 'unreadable') throw new Unreadable(this.end.sentence);
    return undefined;
  }
}

/** The answer in a line, or null when it is not valid. */
function answerOf(line: string): Answer | null {
  const { kind, utterance, sentence } = objectIn(line) ?? {};
  if (kind === 'begun' || kind === 'read') return { kind };
  if (kind === 'utterance' && isUtterance(utterance)) return { kind, utterance };
  if (kind === 'unreadable' && typeof sentence === 'string') return { kind, sentence };
  return null;
}

function isUtterance(value: unknown): value is Utterance {
  if (!isObjectOrList(value)) return false;
  const { speaker, text, isAsking = false } = value;
  const isNamed = speaker === null || typeof speaker === 'string';
  return isNamed && typeof text === 'string' && typeof isAsking === 'boolean';
}
