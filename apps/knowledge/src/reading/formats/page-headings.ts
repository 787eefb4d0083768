import { HeadingPath } from '../heading-path.ts';

/** An entry of an outline, with the page on which it begins. */
export interface OutlineEntry {
  /** From 1. */
  readonly level: number;
  readonly title: string;
  /** From 1. */
  readonly page: number;
}

/** What may stand before a title on its page, and not in the outline: its number. */
const NUMBER = /^(?:chapter|section|part|§)?[\p{N}.:]*[a-z]?[.:]?$/u;

/** What of a title that is broken into lines has to stand on the first one. Characters. */
const BEGINNING = 10;

/** Tells pages into what stands under each entry of an outline. Pages are asked for in their order. */
export class PageHeadings {
  readonly #entries: ReadonlyMap<number, readonly OutlineEntry[]>;
  readonly #path = new HeadingPath();

  constructor(entries: readonly OutlineEntry[]) {
    this.#entries = Map.groupBy(entries, ({ page }) => page);
  }

  /**
   * The parts of a page's text, each with its heading. An entry begins with the line that has its title; one whose title is on no
   * line begins where the entry before it does.
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
