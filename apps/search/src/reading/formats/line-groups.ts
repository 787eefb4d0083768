import type { SectionList } from '../section-list.ts';

/** A section of lines ends once it has this many characters. */
const ENOUGH = 4_000;

/** Groups lines without headings into sections of a readable size. */
export class LineGroups {
  readonly #sections: SectionList;
  readonly #headingOf: (first: number, last: number) => string;
  #lines: string[] = [];
  #length = 0;
  #taken = 0;

  /** @param headingOf The heading of the lines from the first to the last, counted from 1. */
  constructor(sections: SectionList, headingOf: (first: number, last: number) => string = () => '') {
    this.#sections = sections;
    this.#headingOf = headingOf;
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    this.#taken += 1;
    if (this.#length >= ENOUGH) this.end();
  }

  /** Ends the last section. */
  end(): void {
    if (this.#lines.length === 0) return;
    const heading = this.#headingOf(this.#taken - this.#lines.length + 1, this.#taken);
    this.#sections.add(1, heading, `${this.#lines.join('\n')}\n`);
    this.#lines = [];
    this.#length = 0;
  }
}
