import { HeadingPath } from '../heading-path.ts';

/** An entry of an outline, with the page on which it begins. */
export interface OutlineEntry {
  /** From 1. */
  readonly level: number;
  readonly title: string;
  /** From 1. */
  readonly page: number;
}

/** A number that precedes a title on its page but not in the outline. */
const NUMBER = /^(?:chapter|section|part|§)?[\p{N}.:]*[a-z]?[.:]?$/u;

/** Of a title that is broken into lines, the first line must have at least this much. Characters. */
const BEGINNING = 10;

/** Splits the text of pages by the entries of an outline. Its method is called for the pages in their order. */
export class PageHeadings {
  readonly #entries: ReadonlyMap<number, readonly OutlineEntry[]>;
  readonly #path = new HeadingPath();

  constructor(entries: readonly OutlineEntry[]) {
    this.#entries = Map.groupBy(entries, ({ page }) => page);
  }

  /**
   * The parts of a page's text, each with its heading. An entry begins at the line that has its title, or, where no line has it,
   * where the previous entry begins.
   */
  *split(page: number, text: string): Generator<readonly [heading: string, text: string]> {
    const lines = text.split(/(?<=\n)/);
    let from = 0;
    for (const { level, title } of this.#entries.get(page) ?? []) {
      const at = lines.findIndex((line, number) => number >= from && begins(line, title));
      if (at > from) yield [String(this.#path), lines.slice(from, at).join('')];
      this.#path.enter(level, title);
      from = Math.max(from, at);
    }
    yield [String(this.#path), lines.slice(from).join('')];
  }
}

function begins(line: string, title: string): boolean {
  const [said, wanted] = [bare(line), bare(title)];
  if (said === '' || wanted === '') return false;
  if (said.endsWith(wanted)) return NUMBER.test(said.slice(0, -wanted.length));
  return said.length >= BEGINNING && wanted.startsWith(said);
}

function bare(text: string): string {
  return text.replace(/\s+/g, '').toLowerCase();
}
