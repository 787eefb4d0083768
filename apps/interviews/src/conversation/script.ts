import type { Topic } from '@pks/contracts';
import type { AssignmentParameters } from '../interviews/assignment-parameters.ts';
import { sentencesIn } from './sentences/languages.ts';

/** A question of an interview. */
export interface Question {
  /** The name under which its answer is remembered: the topic's title, or the question itself. */
  readonly title: string;
  /** What the interviewer says. */
  readonly text: string;
}

/** The parts of an interview from which its questions follow. */
export interface Subject {
  readonly parameters: Pick<AssignmentParameters, 'topic' | 'questions' | 'language' | 'custom_focus'>;
  readonly topics: readonly Topic[];
}

/** The questions of an interview in order: one for each topic; without topics its own questions; without those a few general ones. There is always one. */
export function scriptOf({ parameters, topics }: Subject): readonly Question[] {
  const { topic, questions, language } = parameters;
  const sentences = sentencesIn(language);
  if (topics.length > 0) return topics.map((one) => questionAbout(one, sentences.about(one.title)));
  if (questions.length > 0) return questions.map(asItself);
  return [{ title: topic, text: sentences.openQuestion }, ...sentences.followUps.map(asItself)];
}

function questionAbout({ title, description }: Topic, question: string): Question {
  return { title, text: description.trim() === '' ? question : `${question}\n\n${description}` };
}

function asItself(text: string): Question {
  return { title: text, text };
}
