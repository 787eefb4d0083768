import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BlobStore, openWritableBlobStore } from '@pks/platform';
import { ChangelogRepository } from '../changelog/changelog.repository.ts';
import { KnowledgeConfig } from '../knowledge.config.ts';
import { MetadataIndex } from '../metadata-index/metadata-index.ts';
import { SourceChanges } from '../source-changes/source-changes.ts';
import { CorrectingStorage } from './correcting-storage.ts';
import { DeletedFiles } from './deleted-files.ts';
import { DeletingDocuments } from './deleting-documents.ts';
import { DocumentCatalogsRepository } from './document-catalogs.repository.ts';
import { DocumentConsequences } from './document-consequences.ts';
import { DocumentListsRepository } from './document-lists.repository.ts';
import { DocumentReadingsController } from './document-readings.controller.ts';
import { DocumentReadingsRepository } from './document-readings.repository.ts';
import { DocumentReadingsService } from './document-readings.service.ts';
import { DocumentRoomsRepository } from './document-rooms.repository.ts';
import { DocumentRooms, GivingUpRooms } from './document-rooms.ts';
import { DocumentStorageRepository } from './document-storage.repository.ts';
import { DocumentStoring } from './document-storing.ts';
import { DocumentTextsRepository } from './document-texts.repository.ts';
import { DocumentViews } from './document-views.ts';
import { DocumentWriting } from './document-writing.ts';
import { DocumentsController } from './documents.controller.ts';
import { DocumentsRepository } from './documents.repository.ts';
import { DocumentsService } from './documents.service.ts';
import { IndexingFollowing } from './indexing-following.ts';
import { KeepingReadingLines, ReadingLine, RemindingOfReadings } from './reading-line.ts';
import { ReadingLinesRepository } from './reading-lines.repository.ts';
import { DeletingLeftFiles } from './left-files.ts';
import { LeftFilesRepository } from './left-files.repository.ts';
import { Storage } from './storage.ts';

const BLOBS = {
  provide: BlobStore,
  useFactory: ({ blobStore, requestDeadlineMs }: KnowledgeConfig) =>
    openWritableBlobStore(blobStore, requestDeadlineMs),
  inject: [KnowledgeConfig],
};

/** Documents: their files and their text. */
@Module({
  controllers: [DocumentReadingsController, DocumentsController, IndexingFollowing],
  providers: [
    BLOBS,
    ChangelogRepository,
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
    GivingUpRooms,
    MetadataIndex,
    KeepingReadingLines,
    LeftFilesRepository,
    ReadingLine,
    ReadingLinesRepository,
    RemindingOfReadings,
    SourceChanges,
    Storage,
  ],
  exports: [DocumentConsequences, DocumentViews, DocumentsRepository, SourceChanges],
})
export class DocumentsModule implements OnApplicationShutdown {
  constructor(private readonly blobs: BlobStore) {}

  async onApplicationShutdown(): Promise<void> {
    await this.blobs.close();
  }
}
