import { Inject, Injectable } from '@nestjs/common';
import {
  type AppendVersion,
  type VersionConversation,
  conversationNotes,
  interviewNotes,
} from '@pks/contracts';
import { BusClient, type CallContext, LOG, type Log, ifKnown } from '@pks/platform';

const PROBLEM = 'the conversation of a version could not be looked up';

/** Looks up the conversation or interview in which a version was written, before it is appended (decisions 3). */
@Injectable()
export class VersionConversations {
  constructor(
    private readonly bus: BusClient,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Never fails: null if the conversation is not the project's, or cannot be looked up now. */
  async lookUp({
    project_id,
    coach_conversation_id: id,
  }: AppendVersion): Promise<VersionConversation | null> {
    if (typeof id !== 'string') return null;
    const [conversation, interview] = await Promise.all([
      ifKnown(this.log, PROBLEM, (context) => this.conversation(project_id, id, context)),
      ifKnown(this.log, PROBLEM, (context) => this.interview(project_id, id, context)),
    ]);
    return conversation ?? interview ?? null;
  }

  private async conversation(
    project_id: string,
    id: string,
    context: CallContext,
  ): Promise<VersionConversation> {
    const request = { project_id, conversation_id: id, query_id: null };
    const { type, title: name } = await this.bus.call(conversationNotes.calls.describe, request, context);
    return { id, type, name };
  }

  private async interview(
    project_id: string,
    id: string,
    context: CallContext,
  ): Promise<VersionConversation> {
    const request = { project_id, interview_id: id };
    const { type, name } = await this.bus.call(interviewNotes.calls.describe, request, context);
    return { id, type, name };
  }
}
