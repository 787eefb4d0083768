import { Inject, Injectable } from '@nestjs/common';
import { type ConversationNote, type SubmitSignal, conversationNotes } from '@pks/contracts';
import { BusClient, Fault, LOG, type Log, currentCall, isCallersFault } from '@pks/platform';
import { computedFrom } from './signal-context.ts';

/** What answers later is not waited for: the signal is submitted without it. Milliseconds. */
const DEADLINE_MS = 2_000;

/** Looks up what signals are about, before they are submitted (decisions 5). */
@Injectable()
export class DescribedConversations {
  constructor(
    private readonly bus: BusClient,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Never fails: of a conversation that the caller may not see, or that cannot be looked up now, the signal shows what its context says. */
  async lookUp({ project_id, context: about }: SubmitSignal): Promise<ConversationNote | undefined> {
    const { conversationId: conversation_id, queryId: query_id } = computedFrom(about);
    const call = currentCall();
    if (!call || conversation_id === null) return undefined;
    const context = { ...call, deadline: Math.min(call.deadline, Date.now() + DEADLINE_MS) };
    try {
      const described = { project_id, conversation_id, query_id };
      return await this.bus.call(conversationNotes.calls.describe, described, context);
    } catch (error) {
      if (!(error instanceof Fault && isCallersFault(error.data.kind)))
        this.log.warn({ err: error }, 'the conversation of a signal could not be looked up');
      return undefined;
    }
  }
}
