import {
  type DatabaseOptions,
  DeferredEvent,
  DeletedProject,
  InboxEntry,
  OutboxEvent,
  Participant,
} from '@pks/platform';
import { Question } from './answers/question.entity.ts';
import { ConversationEntry } from './conversations/conversation-entry.entity.ts';
import { ConversationTag } from './conversations/conversation-tag.entity.ts';
import { Conversation } from './conversations/conversation.entity.ts';
import { CreateAgents1795399294681 } from './migrations/1795399294681-create-agents.ts';
import { CreateConversations1795402800000 } from './migrations/1795402800000-create-conversations.ts';
import { AnnounceConversations1795406400000 } from './migrations/1795406400000-announce-conversations.ts';
import { FindInConversations1797465600000 } from './migrations/1797465600000-find-in-conversations.ts';
import { DeleteProjects1797552000000 } from './migrations/1797552000000-delete-projects.ts';
import { CountCurrentConversations1797638460000 } from './migrations/1797638460000-count-current-conversations.ts';
import { KeepConversationTags1797724800000 } from './migrations/1797724800000-keep-conversation-tags.ts';
import { SearchWhatWasSaid1798156800000 } from './migrations/1798156800000-search-what-was-said.ts';
import { DropEmailIndex1798416000000 } from './migrations/1798416000000-drop-email-index.ts';
import { SeparateDeferredEvents1798588860000 } from './migrations/1798588860000-separate-deferred-events.ts';
import { ToolRun } from './runs/tool-run.entity.ts';
import { AgentSettings } from './settings/agent-settings.entity.ts';
import { ToolCatalog } from './tools/tool-catalog.entity.ts';
import { Tool } from './tools/tool.entity.ts';

/** The tables of this service, and the migrations that create them. */
export const agentsSchema = {
  schema: 'agents',
  entities: [
    OutboxEvent,
    InboxEntry,
    DeferredEvent,
    DeletedProject,
    Participant,
    ToolCatalog,
    Tool,
    ToolRun,
    AgentSettings,
    Conversation,
    ConversationEntry,
    ConversationTag,
    Question,
  ],
  migrations: [
    CreateAgents1795399294681,
    CreateConversations1795402800000,
    AnnounceConversations1795406400000,
    FindInConversations1797465600000,
    DeleteProjects1797552000000,
    CountCurrentConversations1797638460000,
    KeepConversationTags1797724800000,
    SearchWhatWasSaid1798156800000,
    DropEmailIndex1798416000000,
    SeparateDeferredEvents1798588860000,
  ],
} satisfies Pick<DatabaseOptions, 'schema' | 'entities' | 'migrations'>;
