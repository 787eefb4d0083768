/** What the scripted interviewer says of its own, in one language. */
export interface Sentences {
  greeting(topic: string): string;
  /** The first question of an interview that has none of its own. */
  readonly openQuestion: string;
  /** The questions after it. */
  readonly followUps: readonly string[];
  /** The question about a topic of a guided interview. */
  about(title: string): string;
  readonly closing: string;
  progress(answered: number, questions: number): string;
}

const ENGLISH: Sentences = {
  greeting: (topic) =>
    `Hello! This interview is about: ${topic}\n\nAnswer in your own words, or write "skip" to leave a question out.`,
  openQuestion: 'What should we know about it?',
  followUps: [
    'Can you give an example?',
    'What gets in the way, or could work better?',
    'What else is important that we have not talked about?',
  ],
  about: (title) => `Let us talk about this: ${title}. What should we know about it?`,
  closing: 'Thank you! The interview is complete, and your answers are recorded.',
  progress: (answered, questions) => `${answered} of ${questions} questions answered.`,
};

const BY_LANGUAGE: ReadonlyMap<string, Sentences> = new Map([['en', ENGLISH]]);

/** The sentences in the language of a tag such as `en-GB`; in English, where there are no others. */
export function sentencesIn(language: string | null): Sentences {
  const [primary = ''] = (language ?? '').toLowerCase().split(/[-_]/, 1);
  return BY_LANGUAGE.get(primary) ?? ENGLISH;
}
