import {
  type ConversationChanged,
  type ConversationDeleted,
  conversationChanged,
  conversationDeleted,
} from '@pks/contracts';
import { type Consumer, Consumes, type Occurred, type Once } from '@pks/platform';
import { ConversationsRepository } from './conversations.repository.ts';

/** The events of a conversation. */
type Followed = typeof conversationChanged | typeof conversationDeleted;

/** Copies what groups of signals show of their conversations. In whatever order events arrive, the copy has the latest state. */
@Consumes('conversations', conversationChanged, conversationDeleted)
export class ConversationFollowing implements Consumer<Followed> {
  constructor(private readonly conversations: ConversationsRepository) {}

  async consume({ payload }: Occurred<Followed>, once: Once): Promise<void> {
    await once(() => this.keep(payload));
  }

  private keep(state: ConversationChanged | ConversationDeleted): Promise<void> {
    return 'title' in state ? this.conversations.keep(state) : this.conversations.empty(state);
  }
}
