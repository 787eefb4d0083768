import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOG, LanguageModel, type Log, ShortAnswers } from '@pks/platform';
import { FeedbackConfig } from '../feedback.config.ts';
import { type Choice, suggestionIn, suggestionPrompt } from './suggestion-prompt.ts';
import type { Suggestion } from './suggestion-rules.ts';

/** No answer is waited for longer, whatever is configured: the signals of all projects wait meanwhile. Milliseconds. */
const LONGEST_MS = 10_000;

/** The model is not asked about a signal that has waited for so long since it was submitted. Milliseconds. */
const ASKED_WITHIN_MS = 15_000;

/**
 * Suggestions of the configured language model. Signals are handled one after the other, so that however slow it is, others are
 * kept waiting for a bounded time: those that have waited get the suggestion of the rules.
 */
@Injectable()
export class ModelSuggestions {
  private readonly answers: ShortAnswers;

  constructor(
    model: LanguageModel,
    private readonly clock: Clock,
    @Inject(LOG) log: Log,
    config: FeedbackConfig,
  ) {
    const timeoutMs = Math.min(config.languageModelTimeoutMs, LONGEST_MS);
    this.answers = new ShortAnswers(model, clock, log, { mostAtOnce: 1, timeoutMs });
  }

  /** What the model suggests; null where the rules decide: it is not asked about praise and blank texts, is away, slow or busy, or answers with anything else. */
  async suggest(choice: Choice, submittedAt: Date): Promise<Suggestion | null> {
    const waited = this.clock.now().getTime() - submittedAt.getTime();
    if (choice.sentiment === 'positive' || choice.feedback.trim() === '') return null;
    if (waited > ASKED_WITHIN_MS) return null;
    const text = await this.answers.to(suggestionPrompt(choice));
    return text === null ? null : suggestionIn(text, choice);
  }
}
