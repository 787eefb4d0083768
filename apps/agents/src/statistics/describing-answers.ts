import { type Answers, isObjectOrList, objectIn } from '@pks/platform/bounded';
import { ToolError } from '../kinds/tool-errors.ts';
import type { Answer, Description } from './answer.ts';

/** Collects the answers of a process that describes a document. */
export class DescribingAnswers implements Answers<readonly Description[]> {
  begun = false;
  private end: Answer | undefined;
  private readonly results: Description[] = [];

  take(line: string): boolean {
    const answer = answerIn(line);
    if (answer === null) return false;
    if (answer.kind === 'begun') this.begun = true;
    else if (answer.kind === 'result') this.results.push(answer.result);
    else this.end ??= answer;
    return true;
  }

  /** The results; undefined before the process is done. @throws ToolError if the document cannot be described. */
  outcome(): readonly Description[] | undefined {
    if (this.end?.kind === 'unreadable') throw ToolError.of(this.end.code, this.end.sentence);
    return this.end?.kind === 'done' ? this.results : undefined;
  }
}

/** The answer in a line; null if it is not valid, because a process that reads a hostile file may write anything. */
function answerIn(line: string): Answer | null {
  const { kind, result, code, sentence } = objectIn(line) ?? {};
  if (kind === 'begun' || kind === 'done') return { kind };
  if (kind === 'result' && isObjectOrList(result)) return { kind, result };
  const isRefusal = typeof code === 'string' && typeof sentence === 'string';
  return kind === 'unreadable' && isRefusal ? { kind, code, sentence } : null;
}
