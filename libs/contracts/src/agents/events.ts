import { event } from '../kit/event.ts';
import { Flag, Text, Timestamp, Uuid } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/**
 * An event of a conversation, with its state as of `changed_at`, which increases with each event of that
 * conversation.
 */
class OfConversation extends InProject {
  @Uuid()
  readonly conversation_id!: string;

  @Uuid()
  readonly created_by!: string;

  /** True: all members of the project may read it. False: only its creator and admins may. */
  @Flag()
  readonly is_shared!: boolean;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly changed_at!: string;
}

/**
 * A conversation was begun, named, archived, unarchived, shared or unshared; or it existed before other services
 * kept copies.
 */
export class ConversationChanged extends OfConversation {
  @Text({ max: 255 })
  readonly title!: string;

  @Text({ max: 255 })
  readonly agent_name!: string;

  @Flag()
  readonly is_archived!: boolean;
}
/** Announces the current state of a conversation to services that keep a copy of it. */
export const conversationChanged = event('agents.event.conversation-changed', ConversationChanged);

/** An archived conversation was deleted with its history. */
export class ConversationDeleted extends OfConversation {}
/** Announces to services that keep a copy of a conversation that it was permanently deleted. */
export const conversationDeleted = event('agents.event.conversation-deleted', ConversationDeleted);
