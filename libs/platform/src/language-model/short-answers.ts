import type { Log } from '../logging/log.ts';
import type { Clock } from '../time/clock.ts';
import { type LanguageModel, type Prompt, PromptRefused } from './language-model.ts';

/** A longer answer is not read to its end. Characters. */
const LONGEST_ANSWER = 2_000;

/** After a failure, the model is not asked for this long, so that nobody waits for it again and again. Milliseconds. */
const REST_MS = 30_000;

/** How many callers may wait for a model, and for how long. */
export interface AnswerLimits {
  /** The most answers that are waited for at a time. */
  readonly mostAtOnce: number;
  readonly timeoutMs: number;
}

/**
 * Short answers of a language model, for callers that can do without one. Only a few callers may ask it at a time, and it rests
 * after a failure, because whoever waits for a model keeps others from being served. A prompt that it refuses is no failure:
 * nobody's words keep the model from others.
 */
export class ShortAnswers {
  private asking = 0;
  private restsUntil = -Infinity;

  constructor(
    private readonly model: LanguageModel,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly limits: AnswerLimits,
  ) {}

  /** Whether there is a model; without one, there is no answer. */
  get areConfigured(): boolean {
    return this.model.isConfigured;
  }

  /**
   * The answer, or its beginning if it is too long; null at once while the model is busy or rests, and null if it fails or takes
   * longer than its limit, or than `withinMs`. Never throws.
   */
  async to(prompt: Prompt, withinMs = Infinity): Promise<string | null> {
    const isResting = this.clock.elapsed() < this.restsUntil;
    if (!this.areConfigured || isResting || this.asking >= this.limits.mostAtOnce) return null;
    this.asking += 1;
    try {
      return await this.read(prompt, Math.min(this.limits.timeoutMs, withinMs));
    } catch (error) {
      const isRefused = error instanceof PromptRefused;
      if (!isRefused) this.restsUntil = this.clock.elapsed() + REST_MS;
      this.log.warn(
        { err: error },
        isRefused ? 'the language model refused a prompt' : 'the language model failed, and rests',
      );
      return null;
    } finally {
      this.asking -= 1;
    }
  }

  private async read(prompt: Prompt, timeoutMs: number): Promise<string> {
    const signal = AbortSignal.timeout(Math.max(1, Math.floor(timeoutMs)));
    let text = '';
    for await (const piece of this.model.answer(prompt, signal)) {
      text += piece;
      if (text.length > LONGEST_ANSWER) break;
    }
    return text;
  }
}
