import { Injectable } from '@nestjs/common';
import { firstCharactersOf } from '@pks/contracts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { type Exchange, isAnswered } from './exchange.ts';
import { type Subject, scriptOf } from './script.ts';
import { sentencesIn } from './sentences/languages.ts';
import { isSkip } from './skip.ts';

/** How much of the topic the greeting repeats. Characters. */
const TOPIC_LENGTH = 500;

/** The state of a conversation after an answer. */
export interface Situation {
  readonly interview: Subject;
  /** The exchange about the question that is answered. */
  readonly exchange: Exchange;
  readonly answer: string;
  /** A further question about the same topic; null if there is none. */
  readonly followUp: string | null;
}

/** What the interviewer says next, and what that means for the interview. */
export interface Turn {
  readonly content: string;
  /** The question, or the topic, that the turn asks about; null if it asks nothing. */
  readonly topicIndex: number | null;
  /** The outcome for the question that was answered; null if there is more to ask about it. */
  readonly outcome: 'covered' | 'skipped' | null;
  /** Whether the turn ends the interview. */
  readonly isLast: boolean;
}

/** Asks the questions of an interview in order, and closes it after the last one. What an answer says is not interpreted. */
@Injectable()
export class Interviewer {
  /** The first turn: a greeting, and the first open question from this place in the script on. */
  open(interview: Subject, from = 0): Turn {
    const { topic, language } = interview.parameters;
    const turn = this.ask(interview, from, null);
    return { ...turn, content: `${sentencesIn(language).greeting(shortened(topic))}\n\n${turn.content}` };
  }

  /**
   * The next turn, which depends only on the situation. An answer that is just `skip` or `/skip` leaves out the question, or only
   * the follow-up if the question was answered before.
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

  /** The question at this place in the script, whatever its status. */
  turnTo(interview: Subject, topicIndex: number): Line {
    return { role: 'assistant', content: scriptOf(interview)[topicIndex]?.text ?? '', topicIndex };
  }

  /** Asks the first question from this place on that is neither left out nor answered; closes the interview if there is none. */
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
