import { type DomainEvent, conversationChanged, conversationDeleted } from '@pks/contracts';
import type { Conversation } from './conversation.entity.ts';

/** The event of a conversation that has news, with the name of its agent. */
export function changed(conversation: Conversation, agent_name: string): DomainEvent {
  const { name: title, archivedAt } = conversation;
  return conversationChanged.of({
    ...stateOf(conversation),
    title,
    agent_name,
    is_archived: archivedAt !== null,
  });
}

/** The event of a conversation that ended and is deleted. */
export function deleted(conversation: Conversation): DomainEvent {
  return conversationDeleted.of(stateOf(conversation));
}

function stateOf({ projectId, id, createdById, isShared, createdAt, updatedAt }: Conversation) {
  return {
    project_id: projectId,
    conversation_id: id,
    created_by: createdById,
    is_shared: isShared,
    created_at: createdAt.toISOString(),
    changed_at: updatedAt.toISOString(),
  };
}
