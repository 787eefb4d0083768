/** How a question is worded: in the text's words, without them, by a number, name or code, misspelt or inflected, or for a row of a table or a list. */
export const MANNERS = ['words', 'paraphrase', 'detail', 'misspelt', 'table'] as const;
export type Manner = (typeof MANNERS)[number];

/** A question about one text of a corpus, and words of the one passage that answers it. */
export interface Question {
  readonly text: string;
  readonly manner: Manner;
  /** The name of the text with the answer. */
  readonly about: string;
  readonly answer: string;
}

/** A question about a text that is named elsewhere. */
export type Row = readonly [manner: Manner, text: string, answer: string];

/** Questions about the text of this name. */
export function questionsAbout(about: string, rows: readonly Row[]): Question[] {
  return rows.map(([manner, text, answer]) => ({ manner, text, about, answer }));
}
