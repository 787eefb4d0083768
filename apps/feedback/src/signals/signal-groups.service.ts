import { Injectable } from '@nestjs/common';
import type {
  Caller,
  ConversationReviewed,
  ListSignalGroups,
  MarkConversationReviewed,
  SignalGroup,
} from '@pks/contracts';
import { Database, type JsonPage, ParticipantsRepository } from '@pks/platform';
import { ConversationSignalsRepository } from './conversation-signals.repository.ts';
import { SignalGroupsRepository } from './signal-groups.repository.ts';
import { visibleSubmitter } from './signal.entity.ts';

/** The signals of conversations as a whole (api.md Signals, decisions 5). */
@Injectable()
export class SignalGroupsService {
  constructor(
    private readonly groups: SignalGroupsRepository,
    private readonly conversations: ConversationSignalsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
  ) {}

  /** Lists groups, those with the last updated signal first. */
  list(request: ListSignalGroups, caller: Caller): Promise<JsonPage<SignalGroup>> {
    return this.groups.list(request, visibleSubmitter(caller));
  }

  /** Closes the open signals of a conversation; signals that are closed already do not change. */
  async markReviewed(
    { project_id, conversation_id }: MarkConversationReviewed,
    caller: Caller,
  ): Promise<ConversationReviewed> {
    const updated_count = await this.database.transaction(async () => {
      await this.participants.keep(project_id, caller);
      return this.conversations.review(project_id, conversation_id, caller);
    });
    return { updated_count, conversation_id, new_status: 'reviewed' };
  }
}
