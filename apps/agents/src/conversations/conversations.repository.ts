import { Injectable } from '@nestjs/common';
import type { ConversationItem, Conversation as ConversationView } from '@pks/contracts';
import { Database, Json, LargePages, NotFound, Outbox, SLICE_BYTES, statement } from '@pks/platform';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { changed, deleted } from './conversation-events.ts';
import { ENTRY_JSON, ITEM, SETTINGS } from './conversation-row.ts';
import { ConversationEntry } from './conversation-entry.entity.ts';
import { Conversation } from './conversation.entity.ts';

interface One {
  readonly project_id: string;
  readonly id: string;
}

/** One statement reads both at the same moment: the conversation neither changes nor is deleted before its history is read. */
const VIEW = statement<ConversationItem & { readonly entries: string }, One>(
  'conversations_view',
  `SELECT ${ITEM}, (
            SELECT coalesce(string_agg(${ENTRY_JSON}, ',' ORDER BY e.number), '') FROM conversation_entries e
             WHERE e.project_id = :project_id AND e.conversation_id = :id) AS entries
     FROM conversations c ${SETTINGS} WHERE c.project_id = :project_id AND c.id = :id`,
);

const ENTRIES_FROM = statement<{ readonly entry: string }, One & { readonly query_id: number }>(
  'conversation_entries_of_question',
  `SELECT ${ENTRY_JSON} AS entry FROM conversation_entries e
    WHERE e.project_id = :project_id AND e.conversation_id = :id AND e.query_id = :query_id ORDER BY e.number`,
);

/** Reads and writes conversations with their entries. */
@Injectable()
export class ConversationsRepository {
  constructor(
    private readonly database: Database,
    private readonly largePages: LargePages,
    private readonly settings: AgentSettingsRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The conversation with its complete history. A large one first waits for room in memory, and outside a transaction begins
   * none before that. @throws NotFound
   */
  async view({ projectId, id, size }: Conversation): Promise<Json<ConversationView>> {
    if (size <= SLICE_BYTES) return this.complete(projectId, id);
    const leave = await this.largePages.enter(projectId, size);
    try {
      return await this.complete(projectId, id);
    } finally {
      leave();
    }
  }

  /** The entries of a question, in order, each as JSON; none when there is no such question. */
  async entriesOf(project_id: string, id: string, query_id: number): Promise<readonly string[]> {
    const rows = await this.database.rows(ENTRIES_FROM, { project_id, id, query_id });
    return rows.map(({ entry }) => entry);
  }

  /** The conversation as it is now; null when there is none. */
  find(projectId: string, id: string): Promise<Conversation | null> {
    return this.database.find(Conversation, { projectId, id });
  }

  /** The conversation, locked until the end of the transaction. @throws NotFound */
  async lock(projectId: string, id: string): Promise<Conversation> {
    const conversation = await this.database.lock(Conversation, { projectId, id }, 'for_no_key_update');
    if (!conversation) throw new NotFound();
    return conversation;
  }

  /** Writes a new conversation, with its event. */
  async insert(conversation: Conversation): Promise<void> {
    await this.database.manager.insert(Conversation, conversation);
    await this.announce(conversation);
  }

  /** Writes a locked conversation and the entries added to it, and its event if it has news. */
  async store(conversation: Conversation, ...added: readonly ConversationEntry[]): Promise<void> {
    if (added.length > 0) await this.database.manager.insert(ConversationEntry, [...added]);
    await this.database.manager.save(conversation);
    if (conversation.hasNews) await this.announce(conversation);
  }

  /** Deletes a locked conversation with its entries, and adds its event to the outbox. */
  async remove(conversation: Conversation): Promise<void> {
    const { projectId, id } = conversation;
    await this.database.manager.delete(Conversation, { projectId, id });
    await this.outbox.add([deleted(conversation)]);
  }

  private async complete(project_id: string, id: string): Promise<Json<ConversationView>> {
    const [row] = await this.database.rows(VIEW, { project_id, id });
    if (!row) throw new NotFound();
    const { entries, ...item } = row;
    return new Json<ConversationView>(`${JSON.stringify(item).slice(0, -1)},"chat_history":[${entries}]}`);
  }

  private async announce(conversation: Conversation): Promise<void> {
    const { projectId, agentSettingsId } = conversation;
    await this.outbox.add([changed(conversation, await this.settings.nameOf(projectId, agentSettingsId))]);
    conversation.hasNews = false;
  }
}
