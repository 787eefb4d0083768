/** The value of an expression. */
export interface Evaluated {
  /** A finite number as it is, any other value as text, with its unit. */
  readonly result: number | string;
  readonly type: string;
}

/** The answers of an evaluating process, each a line of JSON: first that it is ready, then one for each expression. */
export type Answer =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'value' } & Evaluated)
  | { readonly kind: 'refused'; readonly code: string; readonly sentence: string };

/** The line that the process sends for an answer. */
export function lineOf(answer: Answer): string {
  return `${JSON.stringify(answer)}\n`;
}
