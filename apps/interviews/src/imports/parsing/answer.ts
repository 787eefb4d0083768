import type { Utterance } from './utterance.ts';

/** The answers of the parsing process, each a line of JSON: its start, each utterance, and its end. */
export type Answer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'utterance'; readonly utterance: Utterance }
  | { readonly kind: 'read' }
  | { readonly kind: 'unreadable'; readonly sentence: string };

/** The line that the process sends for an answer. */
export function lineOf(answer: Answer): string {
  return `${JSON.stringify(answer)}\n`;
}
