import { type Caller, type DescribeConversation, conversationNotes } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ConversationsService } from '../conversations/conversations.service.ts';
import { QuestionsRepository } from './questions.repository.ts';

/** Answers services that show the title or a question of a conversation. */
@Serves(conversationNotes)
export class ConversationNotesController implements Service<typeof conversationNotes> {
  constructor(
    private readonly conversations: ConversationsService,
    private readonly questions: QuestionsRepository,
  ) {}

  async describe({ query_id, ...reference }: DescribeConversation, caller: Caller) {
    const conversation = await this.conversations.find(reference, caller);
    const { type, name: title, projectId, id: conversationId } = conversation;
    const user_message =
      query_id === null
        ? null
        : await this.questions.contentOf({ projectId, conversationId, number: query_id });
    return { type, title, user_message };
  }
}
