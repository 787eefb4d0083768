import type { Section } from './section.ts';
import { tooLong } from './unreadable.ts';

/** A document with more headings than this is not split further: the rest belongs to the last section. */
const MOST_SECTIONS = 100_000;

/** NUL, soft hyphens, and characters that forbid a line break. */
const UNSEEN = /[\0\u00ad\u2060\ufeff]/;
const ALL_UNSEEN = new RegExp(UNSEEN, 'g');
const HYPHENATION = /\u00ad[ \t]*\r?\n[ \t]*(?=\p{Ll})/gu;

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

  /** Adds a section, unless it has no text. @throws Unreadable if the text becomes longer than allowed. */
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

/**
 * A text as it is stored: without NUL and lone surrogates, which PostgreSQL refuses, and without invisible characters in its words. A
 * word that a soft hyphen continues on the next line is written without the line break.
 */
export function storable(text: string): string {
  const whole = text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, '');
  return UNSEEN.test(whole) ? whole.replace(HYPHENATION, '').replaceAll(ALL_UNSEEN, '') : whole;
}
