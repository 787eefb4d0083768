import type { Section } from '../reading/section.ts';

/** What is found: a piece of a document or of a published artifact. */
export interface Passage extends Section {
  /** Its place in the text, from 0. */
  readonly position: number;
}

/** The text by which a passage is found: what it belongs to is part of what it says. */
export function wordingOf(name: string, passage: Pick<Passage, 'heading' | 'text'>): string {
  return `${[name, passage.heading].filter(Boolean).join(' › ')}\n${passage.text}`;
}
