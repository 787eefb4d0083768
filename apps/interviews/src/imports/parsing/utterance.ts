/** What one speaker says in a transcript before another one does. */
export interface Utterance {
  /** Null where the transcript names none. */
  readonly speaker: string | null;
  readonly text: string;
  /** Whether the transcript says that they ask, whatever their name. */
  readonly isAsking?: boolean;
}
