import { Module } from '@nestjs/common';
import { EmailChanges, ParticipantsRepository } from '@pks/platform';
import { DocumentRetrieval } from './reading/document-retrieval.ts';
import { toolKinds } from './registry/tool-kinds.ts';
import { ProjectSearch } from './retrieval/project-search.ts';
import { Retrieval } from './retrieval/retrieval.ts';
import { TemplatedQueries } from './retrieval/templated-queries.ts';
import { RunRecords } from './runs/run-records.ts';
import { RunRetention } from './runs/run-retention.ts';
import { ToolRunning } from './runs/tool-running.ts';
import { ToolRunsController } from './runs/tool-runs.controller.ts';
import { ToolRunsRepository } from './runs/tool-runs.repository.ts';
import { ToolRunsService } from './runs/tool-runs.service.ts';
import { configuredModel } from './sub-agents/configured-model.ts';
import { SubAgents } from './sub-agents/sub-agents.ts';
import { ProjectNames } from './tools/project-names.ts';
import { ToolCatalogs } from './tools/tool-catalogs.ts';
import { ToolCatalogsRepository } from './tools/tool-catalogs.repository.ts';
import { ToolImporting } from './tools/tool-importing.ts';
import { ToolsController } from './tools/tools.controller.ts';
import { ToolsRepository } from './tools/tools.repository.ts';
import { ToolsService } from './tools/tools.service.ts';
import { WebSearch } from './websearch/web-search.ts';

/** The resources of the agents service. */
@Module({
  controllers: [EmailChanges, ProjectNames, ToolRunsController, ToolsController],
  providers: [
    DocumentRetrieval,
    ParticipantsRepository,
    ProjectSearch,
    Retrieval,
    RunRecords,
    RunRetention,
    SubAgents,
    TemplatedQueries,
    ToolCatalogs,
    ToolCatalogsRepository,
    ToolImporting,
    ToolRunning,
    ToolRunsRepository,
    ToolRunsService,
    ToolsRepository,
    ToolsService,
    WebSearch,
    configuredModel,
    toolKinds,
  ],
})
export class AgentsModule {}
