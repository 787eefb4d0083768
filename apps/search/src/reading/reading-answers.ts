import { type Answers, isObjectOrList, objectIn } from '@pks/platform/bounded';
import type { Answer } from './answer.ts';
import type { ReadDocument, Section } from './section.ts';
import { Unreadable, tooLong } from './unreadable.ts';

/** Collects the answers of a process that reads a document. */
export class ReadingAnswers implements Answers<ReadDocument> {
  begun = false;
  private end: Answer | undefined;
  private characters = 0;
  private readonly sections: Section[] = [];

  /** @param most Characters of headings and texts together. */
  constructor(private readonly most: number) {}

  take(line: string): boolean {
    const answer = answerOf(line);
    if (answer === null) return false;
    if (answer.kind === 'begun') this.begun = true;
    else if (answer.kind === 'section') this.keep(answer.section);
    else this.end ??= answer;
    return true;
  }

  outcome(): ReadDocument | undefined {
    if (this.end?.kind === 'read') return { page_count: this.end.page_count, sections: this.sections };
    if (this.end?.kind === 'unreadable') throw new Unreadable(this.end.sentence);
    return undefined;
  }

  private keep(section: Section): void {
    this.characters += section.heading.length + section.text.length;
    if (this.characters > this.most) throw tooLong(this.most);
    this.sections.push(section);
  }
}

/** The answer in a line; null if it is not valid: a process that reads a hostile file may write anything. */
export function answerOf(line: string): Answer | null {
  const { kind, section, page_count, sentence } = objectIn(line) ?? {};
  if (kind === 'begun') return { kind };
  if (kind === 'section' && isSection(section)) return { kind, section };
  if (kind === 'read' && isCount(page_count)) return { kind, page_count };
  if (kind === 'unreadable' && typeof sentence === 'string') return { kind, sentence };
  return null;
}

function isSection(value: unknown): value is Section {
  return (
    isObjectOrList(value) &&
    isCount(value['page']) &&
    typeof value['heading'] === 'string' &&
    typeof value['text'] === 'string' &&
    (value['continues'] === undefined || typeof value['continues'] === 'boolean')
  );
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
