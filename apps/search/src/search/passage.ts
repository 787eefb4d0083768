import type { Section } from '../reading/section.ts';

/** A piece of a document or of a published artifact, which searches return. */
export interface Passage extends Section {
  /** Its place in the text, from 0. */
  readonly position: number;
}

/** The text by which a passage is found: it includes the name of its source and its headings. */
export function wordingOf(name: string, passage: Pick<Passage, 'heading' | 'text'>): string {
  return `${[name, passage.heading].filter(Boolean).join(' › ')}\n${passage.text}`;
}
