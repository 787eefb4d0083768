import { Injectable } from '@nestjs/common';
import { firstCharactersOf } from '@pks/contracts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { type Exchange, isAnswered } from './exchange.ts';
import { type Subject, scriptOf } from './script.ts';
import { sentencesIn } from './sentences/languages.ts';
import { isSkip } from './skip.ts';

/** How much of the topic the greeting repeats. Characters. */
const TOPIC_LENGTH = 500;

/** Where a conversation is. */
export interface Situation {
  readonly interview: Subject;
  /** What was said about the question that is answered. */
  readonly exchange: Exchange;
  readonly answer: string;
  /** A further question about the same; null without one. */
  readonly followUp: string | null;
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
  /** The first turn: a greeting, and the first question that is not left out, from this place in the script on. */
  open(interview: Subject, from = 0): Turn {
    const { topic, language } = interview.parameters;
    const turn = this.ask(interview, from, null);
    return { ...turn, content: `${sentencesIn(language).greeting(shortened(topic))}\n\n${turn.content}` };
  }

  /**
   * The next turn; an answer of `skip` or `/skip` alone leaves the question out, or only the follow-up if the question was
   * answered before. It depends on nothing but the situation.
   */
  next({ interview, exchange, answer, followUp }: Situation): Turn {
    const { asked } = exchange;
    if (asked === null) return this.ask(interview, 0, null);
    const isLeftOut = isSkip(answer);
    if (followUp !== null && !isLeftOut) {
      return { content: followUp, topicIndex: asked, outcome: null, isLast: false };
    }
    const isCovered = !isLeftOut || isAnswered(exchange);
    return this.ask(interview, asked + 1, isCovered ? 'covered' : 'skipped');
  }

  /** The question at this place in the script, whatever became of it. */
  turnTo(interview: Subject, topicIndex: number): Line {
    return { role: 'assistant', content: scriptOf(interview)[topicIndex]?.text ?? '', topicIndex };
  }

  /** Asks the first question from this place on that is neither left out nor answered; closes the interview without one. */
  private ask(interview: Subject, from: number, outcome: Turn['outcome']): Turn {
    const script = scriptOf(interview);
    const isOpen = (index: number) => (interview.topics[index]?.status ?? 'open') === 'open';
    const topicIndex = script.findIndex((_, index) => index >= from && isOpen(index));
    const { closing } = sentencesIn(interview.parameters.language);
    const question = script[topicIndex];
    if (!question) return { content: closing, topicIndex: null, outcome, isLast: true };
    return { content: question.text, topicIndex, outcome, isLast: false };
  }
}

function shortened(topic: string): string {
  const short = firstCharactersOf(topic, TOPIC_LENGTH);
  return short === topic ? topic : `${short}…`;
}
