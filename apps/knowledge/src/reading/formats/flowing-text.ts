import { tooLong } from '../unreadable.ts';

/** Text that is put together from pieces of markup: white space is one space, and lines break where they are told to. */
export class FlowingText {
  readonly #most: number;
  #length = 0;
  #parts: string[] = [];
  #breaks = 0;
  #space = false;
  #mark = '';

  /** @param most Characters; more are refused. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds words; white space among them counts as one space. */
  write(text: string): void {
    const words = text.replace(/\s+/g, ' ');
    if (words.startsWith(' ')) this.#space = true;
    const trimmed = words.trim();
    if (trimmed === '') return;
    this.verbatim(trimmed);
    this.#space = words.endsWith(' ');
  }

  /** Adds text as it is. */
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

  /** What comes next stands on a new line, or after an empty one. */
  break(lines: 1 | 2): void {
    if (this.#mark === '') this.#breaks = Math.max(this.#breaks, lines);
  }

  /** What comes next is a word of its own. */
  space(): void {
    this.#space = true;
  }

  /** What comes next has a mark before it, after those that it has already. */
  mark(mark: string): void {
    this.#space = true;
    this.#mark += mark;
  }

  /** What was to be marked does not come. */
  unmark(): void {
    this.#mark = '';
  }

  /** All that was written, which is then gone. It counts nevertheless. */
  take(): string {
    const text = this.#parts.join('');
    this.#parts = [];
    this.#breaks = 0;
    this.#space = false;
    this.#mark = '';
    return text === '' ? '' : `${text}\n`;
  }
}
