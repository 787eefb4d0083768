import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOG, LanguageModel, type Log, ShortAnswers } from '@pks/platform';
import { FeedbackConfig } from '../feedback.config.ts';
import { type Choice, suggestionIn, suggestionPrompt } from './suggestion-prompt.ts';
import type { Suggestion } from './suggestion-rules.ts';

/** The longest wait for an answer, whatever is configured: the signals of all projects wait meanwhile. Milliseconds. */
const LONGEST_MS = 10_000;

/** The model is not asked about a signal that was submitted longer ago. Milliseconds. */
const ASKED_WITHIN_MS = 15_000;

/**
 * Suggestions of the configured language model. Signals are handled one after the other. However slow the model is, they wait for a
 * bounded time, because signals that have waited too long get the suggestion of the rules.
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

  /** The model's suggestion; null where the rules decide: for praise, blank texts and old signals, or if the model is away, slow, busy or answers anything else. */
  async suggest(choice: Choice, submittedAt: Date): Promise<Suggestion | null> {
    const waited = this.clock.now().getTime() - submittedAt.getTime();
    if (choice.sentiment === 'positive' || choice.feedback.trim() === '') return null;
    if (waited > ASKED_WITHIN_MS) return null;
    const text = await this.answers.to(suggestionPrompt(choice));
    return text === null ? null : suggestionIn(text, choice);
  }
}
