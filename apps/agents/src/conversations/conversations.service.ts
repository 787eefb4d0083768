import { Injectable } from '@nestjs/common';
import type {
  AllTags,
  Caller,
  Conversation as ConversationView,
  ConversationReference,
  CreateConversation,
  InProject,
  Sharing,
  UpdateConversation,
} from '@pks/contracts';
import { Clock, Database, Invalid, type Json, NotFound, ParticipantsRepository } from '@pks/platform';
import { AgentSettingsRepository } from '../settings/agent-settings.repository.ts';
import { ConversationListsRepository } from './conversation-lists.repository.ts';
import { Conversation } from './conversation.entity.ts';
import { ConversationsRepository } from './conversations.repository.ts';

const NO_SETTINGS = 'This project has no such settings.';

/** Conversations: their creators and admins may change them, and whoever may see them may read them (decisions 7). */
@Injectable()
export class ConversationsService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly lists: ConversationListsRepository,
    private readonly settings: AgentSettingsRepository,
    private readonly participants: ParticipantsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws Invalid keyed to `agent_settings` for unknown settings. */
  create(request: CreateConversation, caller: Caller): Promise<Json<ConversationView>> {
    const { project_id: projectId, name, type, tags } = request;
    return this.database.transaction(async () => {
      const agentSettingsId = await this.settingsOf(request);
      await this.participants.keep(projectId, caller);
      const fields = { projectId, name, type, tags, agentSettingsId, createdById: caller.user_id };
      const conversation = Conversation.begin(fields, this.clock.now());
      await this.conversations.insert(conversation);
      return this.conversations.view(conversation);
    });
  }

  /** @throws as `find`. */
  async get(reference: ConversationReference, caller: Caller): Promise<Json<ConversationView>> {
    return this.conversations.view(await this.find(reference, caller));
  }

  /** The conversation as it is now. @throws NotFound also for one that the caller may not see. */
  async find({ project_id, conversation_id }: ConversationReference, caller: Caller): Promise<Conversation> {
    const conversation = await this.conversations.find(project_id, conversation_id);
    if (!conversation) throw new NotFound();
    conversation.assertVisibleTo(caller);
    return conversation;
  }

  update(request: UpdateConversation, caller: Caller): Promise<Json<ConversationView>> {
    return this.changing(request, caller, async (conversation) => {
      conversation.change(request, this.clock.now());
      await this.conversations.store(conversation);
      return this.conversations.view(conversation);
    });
  }

  archive(reference: ConversationReference, caller: Caller): Promise<void> {
    return this.changing(reference, caller, (conversation) => {
      conversation.archive(this.clock.now());
      return this.conversations.store(conversation);
    });
  }

  /** @throws NotPossible unless it is archived. */
  unarchive(reference: ConversationReference, caller: Caller): Promise<void> {
    return this.changing(reference, caller, (conversation) => {
      conversation.unarchive(this.clock.now());
      return this.conversations.store(conversation);
    });
  }

  /** @throws NotPossible unless it is archived. */
  removePermanently(reference: ConversationReference, caller: Caller): Promise<void> {
    return this.changing(reference, caller, (conversation) => {
      conversation.end(this.clock.now());
      return this.conversations.remove(conversation);
    });
  }

  /** Shares it with all members of the project, or stops sharing it; repeating either changes nothing. */
  share(reference: ConversationReference, caller: Caller, isShared: boolean): Promise<Sharing> {
    return this.changing(reference, caller, async (conversation) => {
      conversation.share(isShared, this.clock.now());
      await this.conversations.store(conversation);
      return { status: isShared ? 'shared' : 'unshared', is_shared: isShared };
    });
  }

  async allTags({ project_id }: InProject, caller: Caller): Promise<AllTags> {
    return { tags: await this.lists.tags(project_id, caller) };
  }

  /** Works on a locked conversation that the caller may change. @throws NotFound, Forbidden */
  private changing<T>(
    { project_id, conversation_id }: ConversationReference,
    caller: Caller,
    work: (conversation: Conversation) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async () => {
      const conversation = await this.conversations.lock(project_id, conversation_id);
      conversation.assertManagedBy(caller);
      return work(conversation);
    });
  }

  private async settingsOf({ project_id, agent_settings }: CreateConversation): Promise<string> {
    try {
      return await this.settings.idOf(project_id, agent_settings ?? null);
    } catch (error) {
      if (error instanceof NotFound) throw Invalid.field('agent_settings', NO_SETTINGS);
      throw error;
    }
  }
}
