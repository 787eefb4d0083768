import type { Section } from './section.ts';
import { tooLong } from './unreadable.ts';

/** A document with more headings than this is split no further: what follows stands with the last one. */
const MOST_SECTIONS = 100_000;

/** Sections as they are read, with no more text than allowed. */
export class SectionList {
  readonly #most: number;
  readonly #sections: { page: number; heading: string; text: string }[] = [];
  #characters = 0;

  /** @param most Characters of headings and texts together. */
  constructor(most: number) {
    this.#most = most;
  }

  get sections(): readonly Section[] {
    return this.#sections;
  }

  /** Takes a section, unless it has no text. @throws Unreadable when the whole becomes longer than allowed. */
  add(page: number, heading: string, text: string): void {
    const stored = storable(text);
    if (stored.trim() === '') return;
    this.#characters += heading.length + stored.length;
    if (this.#characters > this.#most) throw tooLong(this.#most);
    const last = this.#sections.at(-1);
    if (last && this.#sections.length >= MOST_SECTIONS) last.text += stored;
    else this.#sections.push({ page, heading: storable(heading), text: stored });
  }
}

/** The text without what no database keeps: NUL characters and halves of surrogate pairs. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '');
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
