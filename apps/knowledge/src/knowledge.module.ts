import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BlobStore, ProjectDeletions, openWritableBlobStore } from '@pks/platform';
import { ArtifactsRepository } from './artifacts/artifacts.repository.ts';
import { CatalogRepository } from './artifacts/catalog.repository.ts';
import { ArtifactsController } from './catalog/artifacts.controller.ts';
import { ArtifactsService } from './catalog/artifacts.service.ts';
import { ChangelogController } from './changelog/changelog.controller.ts';
import { ChangelogRepository } from './changelog/changelog.repository.ts';
import { ContentThread } from './content/content-thread.ts';
import { CorrectingStorage } from './documents/correcting-storage.ts';
import { DeletedFiles } from './documents/deleted-files.ts';
import { DeletingDocuments } from './documents/deleting-documents.ts';
import { DocumentCatalogsRepository } from './documents/document-catalogs.repository.ts';
import { DocumentConsequences } from './documents/document-consequences.ts';
import { DocumentListsRepository } from './documents/document-lists.repository.ts';
import { DocumentReadingsController } from './documents/document-readings.controller.ts';
import { DocumentReadingsRepository } from './documents/document-readings.repository.ts';
import { DocumentReadingsService } from './documents/document-readings.service.ts';
import { DocumentRoomsRepository } from './documents/document-rooms.repository.ts';
import { DocumentRooms, GivingUpRooms } from './documents/document-rooms.ts';
import { DocumentStorageRepository } from './documents/document-storage.repository.ts';
import { DocumentStoring } from './documents/document-storing.ts';
import { DocumentTextsRepository } from './documents/document-texts.repository.ts';
import { DocumentViews } from './documents/document-views.ts';
import { DocumentWriting } from './documents/document-writing.ts';
import { DocumentsController } from './documents/documents.controller.ts';
import { DocumentsRepository } from './documents/documents.repository.ts';
import { DocumentsService } from './documents/documents.service.ts';
import { IndexingFollowing } from './documents/indexing-following.ts';
import { LeftFilesRepository } from './documents/left-files.repository.ts';
import { DeletingLeftFiles } from './documents/left-files.ts';
import { KeepingReadingLines, ReadingLine, RemindingOfReadings } from './documents/reading-line.ts';
import { ReadingLinesRepository } from './documents/reading-lines.repository.ts';
import { Storage } from './documents/storage.ts';
import { InterviewWritingController } from './interview-writing/interview-writing.controller.ts';
import { InterviewWritingService } from './interview-writing/interview-writing.service.ts';
import { KnowledgeConfig } from './knowledge.config.ts';
import { MetadataIndex } from './metadata-index/metadata-index.ts';
import { MetadataFilterRepository } from './metadata/metadata-filter.repository.ts';
import { MetadataValuesRepository } from './metadata/metadata-values.repository.ts';
import { MetadataController } from './metadata/metadata.controller.ts';
import { MetadataService } from './metadata/metadata.service.ts';
import { FindableSourcesRepository } from './search-sources/findable-sources.repository.ts';
import { SearchSourcesController } from './search-sources/search-sources.controller.ts';
import { SourcesRepository } from './search-sources/sources.repository.ts';
import { SourceChanges } from './source-changes/source-changes.ts';
import { EditSources } from './versions/edit-sources.ts';
import { LargeContents } from './versions/large-contents.ts';
import { VersionConversations } from './versions/version-conversations.ts';
import { VersionDiffs } from './versions/version-diffs.ts';
import { VersionsController } from './versions/versions.controller.ts';
import { VersionsRepository } from './versions/versions.repository.ts';
import { VersionsService } from './versions/versions.service.ts';

const BLOBS = {
  provide: BlobStore,
  useFactory: ({ blobStore, requestDeadlineMs }: KnowledgeConfig) =>
    openWritableBlobStore(blobStore, requestDeadlineMs),
  inject: [KnowledgeConfig],
};

/** The resources of the knowledge service. */
@Module({
  controllers: [
    ArtifactsController,
    ChangelogController,
    DocumentReadingsController,
    DocumentsController,
    IndexingFollowing,
    InterviewWritingController,
    MetadataController,
    ProjectDeletions,
    SearchSourcesController,
    VersionsController,
  ],
  providers: [
    ArtifactsRepository,
    ArtifactsService,
    BLOBS,
    CatalogRepository,
    ChangelogRepository,
    ContentThread,
    CorrectingStorage,
    DeletedFiles,
    DeletingDocuments,
    DeletingLeftFiles,
    DocumentCatalogsRepository,
    DocumentConsequences,
    DocumentListsRepository,
    DocumentReadingsRepository,
    DocumentReadingsService,
    DocumentRooms,
    DocumentRoomsRepository,
    DocumentStorageRepository,
    DocumentStoring,
    DocumentTextsRepository,
    DocumentViews,
    DocumentWriting,
    DocumentsRepository,
    DocumentsService,
    EditSources,
    FindableSourcesRepository,
    GivingUpRooms,
    InterviewWritingService,
    KeepingReadingLines,
    LargeContents,
    LeftFilesRepository,
    MetadataFilterRepository,
    MetadataIndex,
    MetadataService,
    MetadataValuesRepository,
    ReadingLine,
    ReadingLinesRepository,
    RemindingOfReadings,
    SourceChanges,
    SourcesRepository,
    Storage,
    VersionConversations,
    VersionDiffs,
    VersionsRepository,
    VersionsService,
  ],
})
export class KnowledgeModule implements OnApplicationShutdown {
  constructor(private readonly blobs: BlobStore) {}

  async onApplicationShutdown(): Promise<void> {
    await this.blobs.close();
  }
}
