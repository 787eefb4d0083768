/** A result of the tool: the description of a column, or of a group. */
export type Description = Readonly<Record<string, unknown>>;

/** The answers of the describing process, each a line of JSON: its start, each result, and its end. */
export type Answer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'result'; readonly result: Description }
  | { readonly kind: 'done' }
  | { readonly kind: 'unreadable'; readonly code: string; readonly sentence: string };

/** The line that the process sends for an answer. */
export function lineOf(answer: Answer): string {
  return `${JSON.stringify(answer)}\n`;
}
