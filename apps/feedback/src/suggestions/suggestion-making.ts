import { nearest, signalSubmitted } from '@pks/contracts';
import { BusClient, type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { ModelSuggestions } from './model-suggestions.ts';
import { suggestionFor } from './suggestion-rules.ts';
import { SuggestionsRepository } from './suggestions.repository.ts';

/** Makes a suggestion for each submitted signal: the language model's if there is one, otherwise that of the rules. */
@Consumes('suggestions', signalSubmitted)
export class SuggestionMaking implements Consumer<typeof signalSubmitted> {
  constructor(
    private readonly bus: BusClient,
    private readonly suggestions: SuggestionsRepository,
    private readonly model: ModelSuggestions,
  ) {}

  /** Uses the signal as it is now, and does nothing for a deleted one. @throws Fault when the search service fails. */
  async consume({ payload }: Occurred<typeof signalSubmitted>, once: Once): Promise<void> {
    const { project_id, signal_id } = payload;
    const signal = await this.suggestions.find(project_id, signal_id);
    if (!signal) return;
    const { feedback, sentiment, conversationId, conversationTitle, userMessage } = signal;
    const candidates = await this.bus.call(nearest.calls.find, { project_id, text: feedback });
    const about = { feedback, sentiment, conversationId, conversationTitle, userMessage };
    const choice = { ...about, near: candidates[0], candidates };
    const suggestion = (await this.model.suggest(choice, signal.createdAt)) ?? suggestionFor(choice);
    await once(() => this.suggestions.keep(signal, suggestion));
  }
}
