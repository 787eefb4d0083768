import { Module } from '@nestjs/common';
import {
  BlobStore,
  EmailChanges,
  LargePages,
  ParticipantsRepository,
  ProjectDeletions,
  languageModelOf,
  openBlobStore,
} from '@pks/platform';
import { AgentsConfig } from './agents.config.ts';
import { AnswerFollowing } from './answers/answer-following.ts';
import { AnswerProgressRepository } from './answers/answer-progress.repository.ts';
import { AnswerRecords } from './answers/answer-records.ts';
import { AnswerTaking } from './answers/answer-taking.ts';
import { Answering } from './answers/answering.ts';
import { AnswersService } from './answers/answers.service.ts';
import { Askers } from './answers/askers.ts';
import { Asking } from './answers/asking.ts';
import { configuredAnswerer } from './answers/configured-answerer.ts';
import { ConversationNotesController } from './answers/conversation-notes.controller.ts';
import { ConversationsController } from './answers/conversations.controller.ts';
import { EarlierMessagesRepository } from './answers/earlier-messages.repository.ts';
import { ModelAnswerer } from './answers/model-answerer.ts';
import { ModelTurns } from './answers/model-turns.ts';
import { ModelWork } from './answers/model-work.ts';
import { QuestionsRepository } from './answers/questions.repository.ts';
import { QuotingAnswerer } from './answers/quoting-answerer.ts';
import { ConversationListsRepository } from './conversations/conversation-lists.repository.ts';
import { ConversationsRepository } from './conversations/conversations.repository.ts';
import { ConversationsService } from './conversations/conversations.service.ts';
import { Calculation } from './math/calculation.ts';
import { Evaluators } from './math/evaluators.ts';
import { DocumentRetrieval } from './reading/document-retrieval.ts';
import { toolKinds } from './registry/tool-kinds.ts';
import { ProjectSearch } from './retrieval/project-search.ts';
import { Retrieval } from './retrieval/retrieval.ts';
import { TemplatedQueries } from './retrieval/templated-queries.ts';
import { OfferedTools } from './runs/offered-tools.ts';
import { RunRecords } from './runs/run-records.ts';
import { RunRetention } from './runs/run-retention.ts';
import { CallerStanding } from './runs/caller-standing.ts';
import { ToolRunning } from './runs/tool-running.ts';
import { ToolRunsController } from './runs/tool-runs.controller.ts';
import { ToolRunsRepository } from './runs/tool-runs.repository.ts';
import { ToolRunsService } from './runs/tool-runs.service.ts';
import { AgentSettingsController } from './settings/agent-settings.controller.ts';
import { AgentSettingsRepository } from './settings/agent-settings.repository.ts';
import { DataStatistics } from './statistics/data-statistics.ts';
import { Describing } from './statistics/describing.ts';
import { SubAgents } from './sub-agents/sub-agents.ts';
import { DeletedTools } from './tools/deleted-tools.ts';
import { ProjectNames } from './tools/project-names.ts';
import { ToolCatalogs } from './tools/tool-catalogs.ts';
import { ToolCatalogsRepository } from './tools/tool-catalogs.repository.ts';
import { ToolImporting } from './tools/tool-importing.ts';
import { ToolsController } from './tools/tools.controller.ts';
import { ToolsRepository } from './tools/tools.repository.ts';
import { ToolsService } from './tools/tools.service.ts';
import { WebSearch } from './websearch/web-search.ts';

const BLOBS = {
  provide: BlobStore,
  useFactory: ({ blobStore, requestDeadlineMs }: AgentsConfig) => openBlobStore(blobStore, requestDeadlineMs),
  inject: [AgentsConfig],
};

/** The resources of the agents service. */
@Module({
  controllers: [
    AgentSettingsController,
    ConversationNotesController,
    ConversationsController,
    EmailChanges,
    ProjectDeletions,
    ProjectNames,
    ToolRunsController,
    ToolsController,
  ],
  providers: [
    AgentSettingsRepository,
    AnswerFollowing,
    AnswerProgressRepository,
    AnswerRecords,
    AnswerTaking,
    Answering,
    AnswersService,
    Askers,
    Asking,
    ConversationListsRepository,
    ConversationsRepository,
    ConversationsService,
    BLOBS,
    Calculation,
    DataStatistics,
    DeletedTools,
    Describing,
    DocumentRetrieval,
    EarlierMessagesRepository,
    Evaluators,
    LargePages,
    ModelAnswerer,
    ModelTurns,
    ModelWork,
    OfferedTools,
    ParticipantsRepository,
    ProjectSearch,
    QuestionsRepository,
    QuotingAnswerer,
    Retrieval,
    RunRecords,
    RunRetention,
    SubAgents,
    TemplatedQueries,
    ToolCatalogs,
    ToolCatalogsRepository,
    ToolImporting,
    CallerStanding,
    ToolRunning,
    ToolRunsRepository,
    ToolRunsService,
    ToolsRepository,
    ToolsService,
    WebSearch,
    languageModelOf(AgentsConfig),
    toolKinds,
    configuredAnswerer,
  ],
})
export class AgentsModule {}
