import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BlobStore, LOG, type Log, openBlobStore } from '@pks/platform';
import { DocumentReader } from '../reading/document-reader.ts';
import { SearchConfig } from '../search.config.ts';
import { SourcesModule } from '../sources/sources.module.ts';
import { DocumentTexts } from './document-texts.ts';
import { ReadingDocuments } from './reading-documents.ts';

const BLOBS = {
  provide: BlobStore,
  useFactory: ({ blobStore, requestDeadlineMs }: SearchConfig) => openBlobStore(blobStore, requestDeadlineMs),
  inject: [SearchConfig],
};

const READER = {
  provide: DocumentReader,
  useFactory: (log: Log, { documentReaders }: SearchConfig) =>
    new DocumentReader({ atOnce: documentReaders }, log),
  inject: [LOG, SearchConfig],
};

/** The reading of documents, each in a bounded process. */
@Module({
  imports: [SourcesModule],
  providers: [BLOBS, DocumentTexts, READER, ReadingDocuments],
})
export class DocumentReadingModule implements OnApplicationShutdown {
  constructor(
    private readonly blobs: BlobStore,
    private readonly reader: DocumentReader,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.reader.close();
    await this.blobs.close();
  }
}
