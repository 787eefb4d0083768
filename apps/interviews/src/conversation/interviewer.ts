import { Injectable } from '@nestjs/common';
import { beginning } from '../interviews/beginning.ts';
import { type Subject, scriptOf } from './script.ts';
import { sentencesIn } from './sentences.ts';

/** How much of the topic the greeting repeats. Characters. */
const TOPIC_LENGTH = 500;

const SKIP = /^\s*\/?skip\s*$/i;

/** Where a conversation is. */
export interface Situation {
  readonly interview: Subject;
  /** The question, or the topic, that the last turn was about; null before the first turn. */
  readonly asked: number | null;
  /** What the assignee said to it; empty before the first turn. */
  readonly answer: string;
}

/** What the interviewer does next. */
export interface Turn {
  readonly content: string;
  /** The question, or the topic, that it is about; null where it asks nothing. */
  readonly topicIndex: number | null;
  /** What becomes of the question that was answered; null where there is more to ask about it. */
  readonly outcome: 'covered' | 'skipped' | null;
  /** It ends the interview. */
  readonly isLast: boolean;
}

/** Asks the questions of an interview in order, and closes it after the last one. What an answer says is not interpreted. */
@Injectable()
export class Interviewer {
  /** The next turn; an answer of `skip` or `/skip` alone leaves the question out. It depends on nothing but the situation. */
  next({ interview, asked, answer }: Situation): Turn {
    const { topic, language } = interview.parameters;
    const sentences = sentencesIn(language);
    const topicIndex = asked === null ? 0 : asked + 1;
    const outcome = asked === null ? null : SKIP.test(answer) ? 'skipped' : 'covered';
    const question = scriptOf(interview)[topicIndex];
    if (!question) return { content: sentences.closing, topicIndex: null, outcome, isLast: true };
    const { text } = question;
    const content = asked === null ? `${sentences.greeting(shortened(topic))}\n\n${text}` : text;
    return { content, topicIndex, outcome, isLast: false };
  }
}

function shortened(topic: string): string {
  const short = beginning(topic, TOPIC_LENGTH);
  return short === topic ? topic : `${short}…`;
}
