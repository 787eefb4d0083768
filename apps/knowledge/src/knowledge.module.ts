import { Module } from '@nestjs/common';
import { ArtifactsController } from './catalog/artifacts.controller.ts';
import { ArtifactsRepository } from './artifacts/artifacts.repository.ts';
import { ArtifactsService } from './catalog/artifacts.service.ts';
import { CatalogRepository } from './artifacts/catalog.repository.ts';
import { ChangelogController } from './changelog/changelog.controller.ts';
import { ChangelogRepository } from './changelog/changelog.repository.ts';
import { ContentModule } from './content/content.module.ts';
import { DocumentsModule } from './documents/documents.module.ts';
import { FoundSourcesRepository } from './finding/found-sources.repository.ts';
import { QueryMeaning } from './finding/query-meaning.ts';
import { SearchScopes } from './finding/search-scopes.ts';
import { SearchController } from './finding/search.controller.ts';
import { SearchService } from './finding/search.service.ts';
import { IndexingModule } from './indexing/indexing.module.ts';
import { InterviewSummariesModule } from './interview-summaries/interview-summaries.module.ts';
import { InterviewReports } from './interview-writing/interview-reports.ts';
import { InterviewWritingController } from './interview-writing/interview-writing.controller.ts';
import { InterviewWritingService } from './interview-writing/interview-writing.service.ts';
import { MetadataModule } from './metadata/metadata.module.ts';
import { NearestController } from './nearest/nearest.controller.ts';
import { NearestRepository } from './nearest/nearest.repository.ts';
import { NearestService } from './nearest/nearest.service.ts';
import { SearchIndexModule } from './search-index/search-index.module.ts';
import { EditSources } from './versions/edit-sources.ts';
import { LargeContents } from './versions/large-contents.ts';
import { VersionConversations } from './versions/version-conversations.ts';
import { VersionDiffs } from './versions/version-diffs.ts';
import { VersionsController } from './versions/versions.controller.ts';
import { VersionsRepository } from './versions/versions.repository.ts';
import { VersionsService } from './versions/versions.service.ts';

/** The resources of the knowledge service. */
@Module({
  imports: [
    ContentModule,
    DocumentsModule,
    IndexingModule,
    InterviewSummariesModule,
    MetadataModule,
    SearchIndexModule,
  ],
  controllers: [
    ArtifactsController,
    VersionsController,
    ChangelogController,
    InterviewWritingController,
    NearestController,
    SearchController,
  ],
  providers: [
    ArtifactsService,
    ArtifactsRepository,
    CatalogRepository,
    VersionsService,
    VersionsRepository,
    VersionDiffs,
    EditSources,
    LargeContents,
    VersionConversations,
    ChangelogRepository,
    FoundSourcesRepository,
    InterviewReports,
    InterviewWritingService,
    NearestRepository,
    NearestService,
    QueryMeaning,
    SearchScopes,
    SearchService,
  ],
})
export class KnowledgeModule {}
