import { tooLong } from '../unreadable.ts';

/** Text that is collected from markup: white space becomes one space, and lines break only where `line` says so. */
export class FlowingText {
  readonly #most: number;
  #length = 0;
  #parts: string[] = [];
  #breaks = 0;
  #space = false;
  #mark = '';

  /** @param most The limit, in characters; more are refused. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds words; white space between them becomes one space. */
  write(text: string): void {
    const words = text.replace(/\s+/g, ' ');
    if (words.startsWith(' ')) this.#space = true;
    const trimmed = words.trim();
    if (trimmed === '') return;
    this.verbatim(trimmed);
    this.#space = words.endsWith(' ');
  }

  /** Adds text unchanged. */
  verbatim(text: string): void {
    const gap = this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#space ? ' ' : '';
    this.#length += gap.length + text.length;
    if (this.#length > this.#most) throw tooLong(this.#most);
    if (this.#parts.length > 0) this.#parts.push(gap);
    this.#parts.push(this.#mark, text);
    this.#breaks = 0;
    this.#space = false;
    this.#mark = '';
  }

  /** Has the next text start on a new line, or after an empty one. */
  break(lines: 1 | 2): void {
    if (this.#mark === '') this.#breaks = Math.max(this.#breaks, lines);
  }

  /** Separates the next text from the previous word. */
  space(): void {
    this.#space = true;
  }

  /** Puts a mark before the next text, after any marks that it already has. */
  mark(mark: string): void {
    this.#space = true;
    this.#mark += mark;
  }

  /** Drops marks that are still pending. */
  unmark(): void {
    this.#mark = '';
  }

  /** Returns the text so far and clears it. It still counts towards the limit. */
  take(): string {
    const text = this.#parts.join('');
    this.#parts = [];
    this.#breaks = 0;
    this.#space = false;
    this.#mark = '';
    return text === '' ? '' : `${text}\n`;
  }
}
