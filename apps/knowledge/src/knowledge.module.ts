import { Module } from '@nestjs/common';
import { ProjectDeletions } from '@pks/platform';
import { ArtifactsController } from './catalog/artifacts.controller.ts';
import { ArtifactsRepository } from './artifacts/artifacts.repository.ts';
import { ArtifactsService } from './catalog/artifacts.service.ts';
import { CatalogRepository } from './artifacts/catalog.repository.ts';
import { ChangelogController } from './changelog/changelog.controller.ts';
import { ChangelogRepository } from './changelog/changelog.repository.ts';
import { ContentModule } from './content/content.module.ts';
import { DocumentsModule } from './documents/documents.module.ts';
import { InterviewWritingController } from './interview-writing/interview-writing.controller.ts';
import { InterviewWritingService } from './interview-writing/interview-writing.service.ts';
import { MetadataModule } from './metadata/metadata.module.ts';
import { FindableSourcesRepository } from './search-sources/findable-sources.repository.ts';
import { SearchSourcesController } from './search-sources/search-sources.controller.ts';
import { SourcesRepository } from './search-sources/sources.repository.ts';
import { EditSources } from './versions/edit-sources.ts';
import { LargeContents } from './versions/large-contents.ts';
import { VersionConversations } from './versions/version-conversations.ts';
import { VersionDiffs } from './versions/version-diffs.ts';
import { VersionsController } from './versions/versions.controller.ts';
import { VersionsRepository } from './versions/versions.repository.ts';
import { VersionsService } from './versions/versions.service.ts';

/** The resources of the knowledge service. */
@Module({
  imports: [ContentModule, DocumentsModule, MetadataModule],
  controllers: [
    ArtifactsController,
    ProjectDeletions,
    VersionsController,
    ChangelogController,
    InterviewWritingController,
    SearchSourcesController,
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
    FindableSourcesRepository,
    SourcesRepository,
    InterviewWritingService,
  ],
})
export class KnowledgeModule {}
