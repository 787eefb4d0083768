import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOG, LanguageModel, type Log, currentCall } from '@pks/platform';
import { InterviewsConfig } from '../interviews.config.ts';
import { MOST_FOLLOW_UPS, followUpsIn } from './exchange.ts';
import { followUpIn, followUpPrompt } from './follow-up-prompt.ts';
import type { Answer } from './saying.ts';
import type { Subject } from './script.ts';
import { isSkip } from './skip.ts';

/** A longer answer of the model is no question; it is not read to its end. Characters. */
const LONGEST_ANSWER = 2_000;

/** After a failure, the model is not asked for so long: people do not wait for it again and again. Milliseconds. */
const REST_MS = 30_000;

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
  private readonly mostAtOnce: number;
  private readonly timeoutMs: number;
  private asking = 0;
  private restsUntil = 0;

  constructor(
    private readonly model: LanguageModel,
    private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
    config: InterviewsConfig,
  ) {
    this.timeoutMs = config.languageModelTimeoutMs;
    this.mostAtOnce = Math.max(1, Math.floor(config.poolSize / 2));
  }

  /** Asks for the follow-up of a request, unless there is nothing to follow up. A model that fails has no question. */
  async prepare(request: object, read: () => Promise<Situated | null>): Promise<void> {
    if (!this.model.isConfigured) return;
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

  /** Not while it rests, and only so many at once: whoever waits for a model keeps others from being served. */
  private async ask(answer: Situated): Promise<string | null> {
    if (this.asking >= this.mostAtOnce || this.clock.now().getTime() < this.restsUntil) return null;
    this.asking += 1;
    try {
      return followUpIn(await this.answerTo(answer), answer);
    } catch (error) {
      this.restsUntil = this.clock.now().getTime() + REST_MS;
      this.log.warn({ err: error }, 'the language model failed, the script goes on');
      return null;
    } finally {
      this.asking -= 1;
    }
  }

  private async answerTo(answer: Situated): Promise<string> {
    const left = (currentCall()?.deadline ?? Infinity) - Date.now();
    const signal = AbortSignal.timeout(
      Math.max(1, Math.min(this.timeoutMs, Math.floor(left * SHARE_OF_TIME))),
    );
    let text = '';
    for await (const piece of this.model.answer(followUpPrompt(answer.subject, answer), signal)) {
      text += piece;
      if (text.length > LONGEST_ANSWER) break;
    }
    return text;
  }
}
