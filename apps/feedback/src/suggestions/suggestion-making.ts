import { nearest, signalSubmitted } from '@pks/contracts';
import { BusClient, type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { suggestionFor } from './suggestion-rules.ts';
import { SuggestionsRepository } from './suggestions.repository.ts';

/** Makes a suggestion for each signal that is submitted. */
@Consumes('suggestions', signalSubmitted)
export class SuggestionMaking implements Consumer<typeof signalSubmitted> {
  constructor(
    private readonly bus: BusClient,
    private readonly suggestions: SuggestionsRepository,
  ) {}

  /** Uses the signal as it is now, and does nothing for a deleted one. @throws Fault when the search service fails. */
  async consume({ payload }: Occurred<typeof signalSubmitted>, once: Once): Promise<void> {
    const { project_id, signal_id } = payload;
    const signal = await this.suggestions.find(project_id, signal_id);
    if (!signal) return;
    const { feedback, sentiment, conversationId } = signal;
    const [near] = await this.bus.call(nearest.calls.find, { project_id, text: feedback });
    const suggestion = suggestionFor({ feedback, sentiment, conversationId, near });
    await once(() => this.suggestions.keep(signal, suggestion));
  }
}
