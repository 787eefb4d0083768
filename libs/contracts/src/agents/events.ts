import { event } from '../kit/event.ts';
import { Flag, Text, Timestamp, Uuid } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** Something happened to a conversation: what it is from `changed_at` on, which is later at each event of it. */
class OfConversation extends InProject {
  @Uuid()
  readonly conversation_id!: string;

  @Uuid()
  readonly created_by!: string;

  /** Whether all members of the project may read it; else its creator and admins. */
  @Flag()
  readonly is_shared!: boolean;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly changed_at!: string;
}

/** A conversation was begun, named, archived, unarchived, shared or unshared, or existed before others copied it. */
export class ConversationChanged extends OfConversation {
  @Text({ max: 255 })
  readonly title!: string;

  @Text({ max: 255 })
  readonly agent_name!: string;

  @Flag()
  readonly is_archived!: boolean;
}
/** Announces a conversation as it is now, to services that keep a copy of it. */
export const conversationChanged = event('agents.event.conversation-changed', ConversationChanged);

/** An archived conversation was deleted with its history. */
export class ConversationDeleted extends OfConversation {}
/** Announces that a conversation is gone for good, to services that keep a copy of it. */
export const conversationDeleted = event('agents.event.conversation-deleted', ConversationDeleted);
