import type { Section } from './section.ts';

/** The answers of the reading process, each a line of JSON: its start, each section, and its end. */
export type Answer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'section'; readonly section: Section }
  | { readonly kind: 'read'; readonly page_count: number }
  | { readonly kind: 'unreadable'; readonly sentence: string };

/** An answer as it is sent. */
export function lineOf(answer: Answer): string {
  return `${JSON.stringify(answer)}\n`;
}
