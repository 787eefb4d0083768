/** The interviewer's own sentences, in one language. */
export interface Sentences {
  greeting(topic: string): string;
  /** The first question of an interview without questions or topics of its own. */
  readonly openQuestion: string;
  /** The questions after `openQuestion`. */
  readonly followUps: readonly string[];
  /** The question about a topic of a guided interview. */
  about(title: string): string;
  readonly closing: string;
  progress(answered: number, questions: number): string;
}
