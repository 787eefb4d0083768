import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BlobMissing, BlobStore, Database, type Job, type Worker, Works } from '@pks/platform';
import { Indexing } from '../indexing/indexing.ts';
import { type DocumentFormat, formatOf } from '../reading/document-format.ts';
import { DocumentReader } from '../reading/document-reader.ts';
import type { ReadDocument } from '../reading/section.ts';
import { Unreadable } from '../reading/unreadable.ts';
import { readDocument } from './document-jobs.ts';
import { DocumentReadingsRepository } from './document-readings.repository.ts';
import type { Document } from './document.entity.ts';

/** A file that ends its reader with the whole process so often is not read again. */
const MOST_READINGS = 3;

/**
 * Reads documents. A process that dies leaves it to another; what says nothing of the file (the blob store is away) has it
 * read again later; what is wrong with the file is kept with the document.
 */
@Works(readDocument)
export class ReadingDocuments implements Worker<typeof readDocument> {
  constructor(
    private readonly readings: DocumentReadingsRepository,
    private readonly blobs: BlobStore,
    private readonly reader: DocumentReader,
    private readonly indexing: Indexing,
    private readonly database: Database,
  ) {}

  async work({ about: { project_id, document_id } }: Job<typeof readDocument>): Promise<void> {
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

  /** What was read is kept, and will be found: all of it, or nothing. */
  private async keep({ projectId, id }: Document, read: ReadDocument): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.readings.keep(projectId, id, read))
        await this.indexing.changed(projectId, 'document', id);
    });
  }

  private fail({ projectId, id }: Document, why: string): Promise<void> {
    return this.readings.fail(projectId, id, why);
  }

  /** The file is on this machine only while it is read. */
  private async read({ blobKey }: Document, format: DocumentFormat): Promise<ReadDocument> {
    const folder = await mkdtemp(join(tmpdir(), 'pks-reading-'));
    try {
      const path = join(folder, 'file');
      await pipeline(await this.blobs.get(blobKey), createWriteStream(path));
      return await this.reader.read(path, format);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
