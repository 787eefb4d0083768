import { Injectable } from '@nestjs/common';
import type { ConversationChanged, ConversationDeleted } from '@pks/contracts';
import { Database, statement } from '@pks/platform';

/** What is stored of a conversation; of a deleted one, neither title nor agent. */
type Known = ConversationDeleted & {
  readonly [Name in keyof Pick<ConversationChanged, 'title' | 'agent_name'>]: string | null;
} & Pick<ConversationChanged, 'is_archived'>;

const KEEP = statement<object, Known>(
  'conversations_keep',
  `INSERT INTO conversations AS known
     (project_id, id, title, agent_name, created_by_id, is_shared, is_archived, created_at, changed_at)
   VALUES (:project_id, :conversation_id, :title, :agent_name, :created_by, :is_shared, :is_archived, :created_at, :changed_at)
   ON CONFLICT ON CONSTRAINT conversations_pkey DO UPDATE
      SET title = excluded.title, agent_name = excluded.agent_name, created_by_id = excluded.created_by_id,
          is_shared = excluded.is_shared, is_archived = excluded.is_archived, created_at = excluded.created_at,
          changed_at = excluded.changed_at
    WHERE known.changed_at < excluded.changed_at`,
);

/** Stores copies of conversations. */
@Injectable()
export class ConversationsRepository {
  constructor(private readonly database: Database) {}

  /** Stores the state of a conversation, unless a later state is stored. */
  async keep(state: ConversationChanged): Promise<void> {
    await this.database.rows(KEEP, state);
  }

  /** Deletes the texts of a deleted conversation, unless they are already. */
  async empty(state: ConversationDeleted): Promise<void> {
    await this.database.rows(KEEP, { ...state, title: null, agent_name: null, is_archived: true });
  }
}
