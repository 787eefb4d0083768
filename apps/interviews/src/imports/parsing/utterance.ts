/** What one speaker says in a transcript before another speaks. */
export interface Utterance {
  /** Null if the transcript names no speaker. */
  readonly speaker: string | null;
  readonly text: string;
  /** Whether the transcript gives the speaker the role of asking, whatever their name. */
  readonly isAsking?: boolean;
}
