import { BlobMissing, BlobStore, Database, type Job, type Worker, Works } from '@pks/platform';
import { Indexing } from '../search-index/indexing.ts';
import { type DocumentFormat, formatOf } from '../reading/document-format.ts';
import { DocumentReader } from '../reading/document-reader.ts';
import type { ReadDocument } from '../reading/section.ts';
import { Unreadable } from '../reading/unreadable.ts';
import { readDocument } from './document-jobs.ts';
import { DocumentReadingsRepository } from './document-readings.repository.ts';
import type { Document } from './document.entity.ts';
import { onACopy } from './on-a-copy.ts';
import { ReadingLine } from './reading-line.ts';

/** A file during whose reading the service dies this often is not read again. */
const MOST_READINGS = 3;

/**
 * Reads documents. When the process dies, another one takes over; errors that are not about the file (the blob store is
 * unavailable) cause a retry; errors in the file are stored with the document. Afterwards the next document of the project has its turn.
 */
@Works(readDocument)
export class ReadingDocuments implements Worker<typeof readDocument> {
  constructor(
    private readonly readings: DocumentReadingsRepository,
    private readonly blobs: BlobStore,
    private readonly reader: DocumentReader,
    private readonly indexing: Indexing,
    private readonly database: Database,
    private readonly line: ReadingLine,
  ) {}

  async work({ payload: { project_id, document_id } }: Job<typeof readDocument>): Promise<void> {
    try {
      await this.readOne(project_id, document_id);
    } finally {
      await this.line.advance(project_id);
    }
  }

  private async readOne(project_id: string, document_id: string): Promise<void> {
    const document = await this.readings.begin(project_id, document_id);
    if (!document) return;
    if (document.readings > MOST_READINGS) return this.fail(document, 'The file could not be read.');
    const format = formatOf(document.contentType, document.name);
    if (!format) return this.fail(document, 'Files of this type are not read.');
    try {
      await this.keep(document, await this.read(document, format));
    } catch (error) {
      if (error instanceof Unreadable) return this.fail(document, error.message);
      if (error instanceof BlobMissing) return this.fail(document, 'The file is missing.');
      await this.readings.interrupt(project_id, document_id);
      throw error;
    }
  }

  /** Stores the text and adds the job that indexes it: both, or neither. */
  private async keep({ projectId, id }: Document, read: ReadDocument): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.readings.keep(projectId, id, read))
        await this.indexing.changed(projectId, 'document', id);
    });
  }

  private fail({ projectId, id }: Document, why: string): Promise<void> {
    return this.readings.fail(projectId, id, why);
  }

  private async read({ blobKey }: Document, format: DocumentFormat): Promise<ReadDocument> {
    return onACopy(await this.blobs.get(blobKey), (path) => this.reader.read(path, format));
  }
}
