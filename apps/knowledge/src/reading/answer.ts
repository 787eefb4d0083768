import type { Section } from './section.ts';

/** The answers of the reading process, each a line of JSON: its start, each section, and its end. */
export type Answer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'read'; readonly page_count: number }
  | { readonly kind: 'unreadable'; readonly sentence: string };

const NEWLINE = 10;

/** An answer as it is sent. */
export function lineOf(answer: Answer): string {
  return `${JSON.stringify(answer)}\n`;
}

/** The answer in a line, or null when it is not valid: a process that reads a hostile file may write anything. */
export function answerOf(line: string): Answer | null {
  const said = parsed(line);
  if (!isRecord(said)) return null;
  const { kind, section, page_count, sentence } = said;
  if (kind === 'begun') return { kind };
  if (kind === 'section' && isSection(section)) return { kind, section };
  if (kind === 'read' && isCount(page_count)) return { kind, page_count };
  if (kind === 'unreadable' && typeof sentence === 'string') return { kind, sentence };
  return null;
}

/** The lines in pieces of a stream. */
export class Lines {
  #pieces: Buffer[] = [];

  /** The lines that end in this piece. */
  *take(piece: Buffer): Generator<string> {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      yield Buffer.concat([...this.#pieces, piece.subarray(from, end)]).toString();
      this.#pieces = [];
      from = end + 1;
    }
    if (from < piece.length) this.#pieces.push(piece.subarray(from));
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function isSection(value: unknown): value is Section {
  return (
    isRecord(value) &&
    isCount(value['page']) &&
    typeof value['heading'] === 'string' &&
    typeof value['text'] === 'string' &&
    (value['continues'] === undefined || typeof value['continues'] === 'boolean')
  );
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
