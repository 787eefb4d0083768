import type { Section } from './section.ts';
import { tooLong } from './unreadable.ts';

/** A document with more headings than this is not split further: the rest belongs to the last section. */
const MOST_SECTIONS = 100_000;

/** Collects sections, up to the allowed amount of text. */
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

  /** Adds a section, unless it has no text. @throws Unreadable when the text becomes longer than allowed. */
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

/** The text without characters that PostgreSQL does not store: NUL and lone surrogates. */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '');
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}
