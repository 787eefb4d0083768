import { DocumentReference, type DocumentToRead } from '@pks/contracts';
import {
  BlobMissing,
  BlobStore,
  GivenUp,
  type Job,
  MOST_FAILURES,
  type Worker,
  Works,
  job,
} from '@pks/platform';
import { DocumentReader } from '../reading/document-reader.ts';
import type { ReadDocument } from '../reading/section.ts';
import { Unreadable } from '../reading/unreadable.ts';
import { DocumentTexts } from './document-texts.ts';
import { onACopy } from './on-a-copy.ts';

/** Reads the text of a document. */
export const readDocument = job('read-document', DocumentReference);

/**
 * Reads documents. When the process dies, another one takes over; errors that are not about the file (the blob store is
 * unavailable) cause a retry, for almost a week; errors in the file are stored with the document.
 */
@Works(readDocument)
export class ReadingDocuments implements Worker<typeof readDocument> {
  constructor(
    private readonly texts: DocumentTexts,
    private readonly blobs: BlobStore,
    private readonly reader: DocumentReader,
  ) {}

  async work({ payload: document, attempt, signal }: Job<typeof readDocument>): Promise<void> {
    try {
      const begun = await this.texts.begin(document);
      if (begun) await this.texts.keep(document, await this.read(document, begun, signal));
    } catch (error) {
      if (error instanceof Unreadable) return this.texts.fail(document, error.message);
      if (error instanceof BlobMissing) return this.texts.fail(document, 'The file is missing.');
      if (attempt > MOST_FAILURES) {
        await this.texts.fail(document, 'The file could not be read.');
        throw new GivenUp(String(error));
      }
      // The job fails with the original error even if this fails; the reading then counts.
      await this.texts.interrupt(document).catch(() => undefined);
      throw error;
    }
  }

  private async read(
    document: DocumentReference,
    { blob_key, format, charset }: DocumentToRead,
    signal: AbortSignal,
  ): Promise<ReadDocument> {
    return onACopy(
      () => this.blobs.get(blob_key, undefined, signal),
      (path) => this.reader.read(path, { format, charset }, document),
    );
  }
}
