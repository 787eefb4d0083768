import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BlobStore, LOG, type Log, openBlobStore } from '@pks/platform';
import { ChangelogRepository } from '../changelog/changelog.repository.ts';
import { KnowledgeConfig } from '../knowledge.config.ts';
import { MetadataIndex } from '../metadata-index/metadata-index.ts';
import { DocumentReader } from '../reading/document-reader.ts';
import { SearchIndexModule } from '../search-index/search-index.module.ts';
import { CorrectingStorage } from './correcting-storage.ts';
import { DeletingDocuments } from './deleting-documents.ts';
import { DocumentCatalogsRepository } from './document-catalogs.repository.ts';
import { DocumentConsequences } from './document-consequences.ts';
import { DocumentListsRepository } from './document-lists.repository.ts';
import { DocumentReadingsRepository } from './document-readings.repository.ts';
import { DocumentRoomsRepository } from './document-rooms.repository.ts';
import { DocumentRooms, GivingUpRooms } from './document-rooms.ts';
import { DocumentStorageRepository } from './document-storage.repository.ts';
import { DocumentStoring } from './document-storing.ts';
import { DocumentTextsRepository } from './document-texts.repository.ts';
import { DocumentWriting } from './document-writing.ts';
import { DocumentsController } from './documents.controller.ts';
import { DocumentsRepository } from './documents.repository.ts';
import { DocumentsService } from './documents.service.ts';
import { ReadingDocuments } from './reading-documents.ts';
import { KeepingReadingLines, ReadingLine } from './reading-line.ts';
import { ReadingLinesRepository } from './reading-lines.repository.ts';
import { Storage } from './storage.ts';

const BLOBS = {
  provide: BlobStore,
  useFactory: ({ blobStore }: KnowledgeConfig) => openBlobStore(blobStore),
  inject: [KnowledgeConfig],
};

const READER = {
  provide: DocumentReader,
  useFactory: (log: Log, { documentReaders }: KnowledgeConfig) =>
    new DocumentReader({ atOnce: documentReaders }, log),
  inject: [LOG, KnowledgeConfig],
};

/** Documents: their files and their text. */
@Module({
  imports: [SearchIndexModule],
  controllers: [DocumentsController],
  providers: [
    BLOBS,
    ChangelogRepository,
    CorrectingStorage,
    DeletingDocuments,
    DocumentCatalogsRepository,
    DocumentConsequences,
    DocumentListsRepository,
    DocumentReadingsRepository,
    DocumentRooms,
    DocumentRoomsRepository,
    DocumentStorageRepository,
    DocumentStoring,
    DocumentTextsRepository,
    DocumentWriting,
    DocumentsRepository,
    DocumentsService,
    GivingUpRooms,
    MetadataIndex,
    KeepingReadingLines,
    READER,
    ReadingDocuments,
    ReadingLine,
    ReadingLinesRepository,
    Storage,
  ],
  exports: [DocumentConsequences, DocumentReadingsRepository, DocumentsRepository],
})
export class DocumentsModule implements OnApplicationShutdown {
  constructor(
    private readonly blobs: BlobStore,
    private readonly reader: DocumentReader,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.reader.close();
    await this.blobs.close();
  }
}
