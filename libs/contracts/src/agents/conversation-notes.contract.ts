import { contract, rpc, through } from '../kit/contract.ts';
import { Integer, OneOf, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { CONVERSATION_TYPES, type ConversationType } from './conversation-views.ts';

/**
 * What other services show of a conversation: on a signal about it or about one of its questions, and on a version made
 * in it.
 */
export class ConversationNote {
  @OneOf(CONVERSATION_TYPES)
  readonly type!: ConversationType;

  @Words()
  readonly title!: string;

  @Words({ nullable: true, description: 'Null where no such question was asked.' })
  readonly user_message!: string | null;
}

/** Requests what other services show of a conversation. */
export class DescribeConversation extends InProject {
  @Uuid()
  readonly conversation_id!: string;

  @Integer({ nullable: true, description: 'The question; null: none.' })
  readonly query_id!: number | null;
}

/** What other services show of conversations, to those who may see them. */
export const conversationNotes = contract('agents.conversation-notes', {
  /** Throws `not_found` also for a conversation that the caller may not see. */
  describe: through(rpc(DescribeConversation).by('view').returns(ConversationNote), 'feedback', 'knowledge'),
});
