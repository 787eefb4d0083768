import { Inject, Injectable } from '@nestjs/common';
import { type ConversationNote, type SubmitSignal, conversationNotes } from '@pks/contracts';
import { BusClient, LOG, type Log, ifKnown } from '@pks/platform';
import { computedFrom } from './signal-context.ts';

const PROBLEM = 'the conversation of a signal could not be looked up';

/** Looks up the conversations that signals are about, before the signals are submitted (decisions 5). */
@Injectable()
export class DescribedConversations {
  constructor(
    private readonly bus: BusClient,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Never fails: if the caller may not see the conversation, or it cannot be looked up now, the signal shows what its context says. */
  async lookUp({ project_id, context: about }: SubmitSignal): Promise<ConversationNote | undefined> {
    const { conversationId: conversation_id, queryId: query_id } = computedFrom(about);
    if (conversation_id === null) return undefined;
    const described = { project_id, conversation_id, query_id };
    return ifKnown(this.log, PROBLEM, (context) =>
      this.bus.call(conversationNotes.calls.describe, described, context),
    );
  }
}
