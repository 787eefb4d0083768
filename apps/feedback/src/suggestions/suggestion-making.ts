import { type NearObject, nearest, signalSubmitted } from '@pks/contracts';
import { BusClient, type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { suggestionFor } from './suggestion-rules.ts';
import { SuggestionsRepository } from './suggestions.repository.ts';

/** When the knowledge service takes longer, the event is retried. Milliseconds. */
const DEADLINE_MS = 3_000;

/** Makes a suggestion for each signal that is submitted. */
@Consumes('suggestions', signalSubmitted)
export class SuggestionMaking implements Consumer<typeof signalSubmitted> {
  constructor(
    private readonly bus: BusClient,
    private readonly suggestions: SuggestionsRepository,
  ) {}

  /** Uses the signal as it is now, and does nothing for a deleted one. @throws Fault when the knowledge service fails. */
  async consume({ payload, requestId }: Occurred<typeof signalSubmitted>, once: Once): Promise<void> {
    const { project_id, signal_id } = payload;
    const signal = await this.suggestions.find(project_id, signal_id);
    if (!signal) return;
    const { feedback, sentiment, conversationId } = signal;
    const near = await this.nearestTo(project_id, feedback, requestId);
    const suggestion = suggestionFor({ feedback, sentiment, conversationId, near });
    await once(() => this.suggestions.keep(signal, suggestion));
  }

  private async nearestTo(
    project_id: string,
    text: string,
    requestId: string,
  ): Promise<NearObject | undefined> {
    const context = { requestId, deadline: Date.now() + DEADLINE_MS, caller: null };
    const [near] = await this.bus.call(nearest.calls.find, { project_id, text }, context);
    return near;
  }
}
