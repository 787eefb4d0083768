/** A result of the tool: a column, or a group. */
export type Description = Readonly<Record<string, unknown>>;

/** The answers of the describing process, each a line of JSON: its start, each result, and its end. */
export type Answer =
  | { readonly kind: 'begun' }
  | { readonly kind: 'result'; readonly result: Description }
  | { readonly kind: 'done' }
  | { readonly kind: 'unreadable'; readonly code: string; readonly sentence: string };

/** An answer as it is sent. */
export function lineOf(answer: Answer): string {
  return `${JSON.stringify(answer)}\n`;
}
