import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOG, LanguageModel, type Log, ShortAnswers, currentCall } from '@pks/platform';
import { InterviewsConfig } from '../interviews.config.ts';
import { MOST_FOLLOW_UPS, followUpsIn } from './exchange.ts';
import { followUpIn, followUpPrompt } from './follow-up-prompt.ts';
import type { Answer } from './saying.ts';
import type { Subject } from './script.ts';
import { isSkip } from './skip.ts';

/** The part of the time that is left of a request that the model may use. */
const SHARE_OF_TIME = 0.6;

/** An answer that is to be followed up, and how far its interview was when that was asked. */
export interface Situated extends Answer {
  readonly subject: Subject;
  readonly messageCount: number;
}

interface Prepared {
  readonly messageCount: number;
  readonly followUp: string | null;
}

/**
 * Follow-ups of the configured language model. It is asked before the transaction that records an answer, and its question
 * counts only if nothing was said in between. Without a question in time, the script goes on.
 */
@Injectable()
export class FollowUps {
  private readonly prepared = new WeakMap<object, Prepared>();
  private readonly answers: ShortAnswers;

  constructor(model: LanguageModel, clock: Clock, @Inject(LOG) log: Log, config: InterviewsConfig) {
    const { poolSize, languageModelTimeoutMs: timeoutMs } = config;
    const mostAtOnce = Math.max(1, Math.floor(poolSize / 2));
    this.answers = new ShortAnswers(model, clock, log, { mostAtOnce, timeoutMs });
  }

  /** Asks for the follow-up of a request, unless there is nothing to follow up. A model that fails has no question. */
  async prepare(request: object, read: () => Promise<Situated | null>): Promise<void> {
    if (!this.answers.areConfigured) return;
    const answer = await read();
    if (!answer || answer.exchange.asked === null || isSkip(answer.content)) return;
    if (followUpsIn(answer.exchange) >= MOST_FOLLOW_UPS) return;
    const { messageCount } = answer;
    this.prepared.set(request, { messageCount, followUp: await this.ask(answer) });
  }

  /** The follow-up that was prepared for a request, if its interview has as many messages as it had then. */
  of(request: object, messageCount: number): string | null {
    const prepared = this.prepared.get(request);
    return prepared?.messageCount === messageCount ? prepared.followUp : null;
  }

  private async ask(answer: Situated): Promise<string | null> {
    const left = (currentCall()?.deadline ?? Infinity) - Date.now();
    const text = await this.answers.to(followUpPrompt(answer.subject, answer), left * SHARE_OF_TIME);
    return text === null ? null : followUpIn(text, answer);
  }
}
