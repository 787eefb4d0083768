import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOG, LanguageModel, type Log, ShortAnswers, currentCall } from '@pks/platform';
import { InterviewsConfig } from '../interviews.config.ts';
import { MOST_FOLLOW_UPS, followUpsIn } from './exchange.ts';
import { followUpIn, followUpPrompt } from './follow-up-prompt.ts';
import type { Answer } from './saying.ts';
import type { Subject } from './script.ts';
import { isSkip } from './skip.ts';

/** The share of a request's remaining time that the model may use. */
const SHARE_OF_TIME = 0.6;
/** With less than this share of its usual time left, the model is not asked: being late would say nothing about it then. */
const LEAST_OF_USUAL = 0.5;

/** An answer to follow up on, and how many messages its interview had then. */
export interface Situated extends Answer {
  readonly subject: Subject;
  readonly messageCount: number;
}

/** A question of the model, and how many messages its interview had when the model was asked. */
export interface FollowUp {
  readonly question: string;
  readonly messageCount: number;
}

/** The question of a follow-up, if its interview still has as many messages as when the model was asked. */
export function questionAt(followUp: FollowUp | null, messageCount: number): string | null {
  return followUp?.messageCount === messageCount ? followUp.question : null;
}

/**
 * Asks the configured language model for follow-ups, before the transaction that records an answer. The model's question counts
 * only if nothing was said in between. Without a question in time, the script goes on.
 */
@Injectable()
export class FollowUps {
  private readonly answers: ShortAnswers;
  private readonly leastMs: number;

  constructor(model: LanguageModel, clock: Clock, @Inject(LOG) log: Log, config: InterviewsConfig) {
    const { poolSize, languageModelTimeoutMs: timeoutMs } = config;
    const mostAtOnce = Math.max(1, Math.floor(poolSize / 2));
    this.answers = new ShortAnswers(model, clock, log, { mostAtOnce, timeoutMs });
    this.leastMs = LEAST_OF_USUAL * Math.min(timeoutMs, config.requestDeadlineMs * SHARE_OF_TIME);
  }

  /** Asks for a follow-up on an answer; null if there is nothing to follow up on, not enough time, or the model fails. */
  async prepare(read: () => Promise<Situated | null>): Promise<FollowUp | null> {
    if (!this.answers.areConfigured) return null;
    const answer = await read();
    if (!answer || answer.exchange.asked === null || isSkip(answer.content)) return null;
    if (followUpsIn(answer.exchange) >= MOST_FOLLOW_UPS) return null;
    const question = await this.ask(answer);
    return question === null ? null : { question, messageCount: answer.messageCount };
  }

  private async ask(answer: Situated): Promise<string | null> {
    const withinMs = ((currentCall()?.deadline ?? Infinity) - Date.now()) * SHARE_OF_TIME;
    if (withinMs < this.leastMs) return null;
    const text = await this.answers.to(followUpPrompt(answer.subject, answer), withinMs);
    return text === null ? null : followUpIn(text, answer);
  }
}
