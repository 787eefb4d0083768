import { Module } from '@nestjs/common';
import { OutgoingRequests, ProjectDeletions } from '@pks/platform';
import { DocumentReadingModule } from './document-reading/document-reading.module.ts';
import { CountingSourcesRepository } from './finding/counting-sources.repository.ts';
import { FoundSources } from './finding/found-sources.ts';
import { QueryMeaning } from './finding/query-meaning.ts';
import { Reranking } from './finding/reranking.ts';
import { SearchScopes } from './finding/search-scopes.ts';
import { SearchController } from './finding/search.controller.ts';
import { SearchService } from './finding/search.service.ts';
import { KnowledgeFollowing } from './following/knowledge-following.ts';
import { IndexingModule } from './indexing/indexing.module.ts';
import { InterviewSummariesModule } from './interview-summaries/interview-summaries.module.ts';
import { NearestController } from './nearest/nearest.controller.ts';
import { NearestService } from './nearest/nearest.service.ts';
import { SearchConfig } from './search.config.ts';
import { SearchIndexModule } from './search-index/search-index.module.ts';
import { openReranker } from './search/open-reranker.ts';
import { Reranker } from './search/reranker.ts';
import { SourcesModule } from './sources/sources.module.ts';

const RERANKER = {
  provide: Reranker,
  useFactory: (config: SearchConfig, outgoing: OutgoingRequests) => openReranker(config, outgoing),
  inject: [SearchConfig, OutgoingRequests],
};

/** The parts of the search service. */
@Module({
  imports: [
    DocumentReadingModule,
    IndexingModule,
    InterviewSummariesModule,
    SearchIndexModule,
    SourcesModule,
  ],
  controllers: [KnowledgeFollowing, NearestController, ProjectDeletions, SearchController],
  providers: [
    CountingSourcesRepository,
    FoundSources,
    NearestService,
    QueryMeaning,
    RERANKER,
    Reranking,
    SearchScopes,
    SearchService,
  ],
})
export class SearchModule {}
