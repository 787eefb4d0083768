import type { Sentences } from './sentences.ts';

export const ENGLISH: Sentences = {
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
