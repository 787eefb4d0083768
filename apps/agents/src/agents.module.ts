import { Module } from '@nestjs/common';
import { BlobStore, EmailChanges, ParticipantsRepository, openBlobStore } from '@pks/platform';
import { AgentsConfig } from './agents.config.ts';
import { Calculation } from './math/calculation.ts';
import { Evaluators } from './math/evaluators.ts';
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
import { DataStatistics } from './statistics/data-statistics.ts';
import { Describing } from './statistics/describing.ts';
import { ProjectNames } from './tools/project-names.ts';
import { ToolCatalogs } from './tools/tool-catalogs.ts';
import { ToolCatalogsRepository } from './tools/tool-catalogs.repository.ts';
import { ToolImporting } from './tools/tool-importing.ts';
import { ToolsController } from './tools/tools.controller.ts';
import { ToolsRepository } from './tools/tools.repository.ts';
import { ToolsService } from './tools/tools.service.ts';

const BLOBS = {
  provide: BlobStore,
  useFactory: ({ blobStore }: AgentsConfig) => openBlobStore(blobStore),
  inject: [AgentsConfig],
};

/** The resources of the agents service. */
@Module({
  controllers: [EmailChanges, ProjectNames, ToolRunsController, ToolsController],
  providers: [
    BLOBS,
    Calculation,
    DataStatistics,
    Describing,
    DocumentRetrieval,
    Evaluators,
    ParticipantsRepository,
    ProjectSearch,
    Retrieval,
    RunRecords,
    RunRetention,
    TemplatedQueries,
    ToolCatalogs,
    ToolCatalogsRepository,
    ToolImporting,
    ToolRunning,
    ToolRunsRepository,
    ToolRunsService,
    ToolsRepository,
    ToolsService,
    toolKinds,
  ],
})
export class AgentsModule {}
