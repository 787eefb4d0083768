import { Readable } from 'node:stream';
import { MAX_FILE_BYTES, type ReservedFile, type StoreDocuments, type StoredFile } from '@pks/contracts';
import { type BlobStore, Invalid, type Log, Unavailable, type WrittenBlob } from '@pks/platform/process';
import { BODY } from '../routes/route.ts';
import type { Part } from './multipart.ts';
import { UploadTooLarge } from '../http/refusals.ts';
import { FILES, METADATA, SKIP_PARSING, UploadFields, fileNoteOf } from './upload-form.ts';

/** The limit of all fields that are not files. Bytes. */
const MAX_TEXT_BYTES = BODY.bytes;

interface UploadParts {
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Reserves a document for one more file. */
  readonly reserve: () => Promise<ReservedFile>;
}

/** One upload: its files, which are written while they arrive, and its other fields. */
export class Upload {
  /** The documents reserved for it, used or not. */
  readonly reserved: string[] = [];
  private readonly fields = new UploadFields();
  private readonly files: Omit<StoredFile, 'metadata'>[] = [];
  private textBytes = 0;

  constructor(private readonly parts: UploadParts) {}

  /** Reads one part of the form to its end. @throws Invalid keyed to its field; UploadTooLarge; Unavailable */
  async add(part: Part): Promise<void> {
    if (part.name === FILES) return this.addFile(part);
    if (part.name !== METADATA && part.name !== SKIP_PARSING)
      throw Invalid.field(part.name, 'Unknown field.');
    this.fields.add(part.name, await this.textOf(part.content));
    this.fields.check();
  }

  /** The request to store the documents, once all parts were added. @throws Invalid keyed to the field */
  contents(): Omit<StoreDocuments, 'project_id'> {
    if (this.files.length === 0) throw Invalid.field(FILES, 'This field is required.');
    const metadata = this.fields.metadataOf(this.files.length);
    const files = this.files.map((file, n) => ({ ...file, metadata: metadata[n] ?? [] }));
    return { files, skip_parsing: this.fields.skipsParsing() };
  }

  private async addFile(part: Part): Promise<void> {
    const note = fileNoteOf(part, this.files.length);
    const { document_id, blob_key } = await this.parts.reserve();
    this.reserved.push(document_id);
    const { size, digest } = await this.put(blob_key, part.content);
    this.files.push({ document_id, ...note, file_size: size, digest });
  }

  /** Distinguishes a refused file from a failure of the store. */
  private async put(key: string, content: Readable): Promise<WrittenBlob> {
    const refusal: { error?: unknown } = {};
    const bounded = Readable.from(boundedBy(content, refusal), { objectMode: false });
    try {
      return await this.parts.blobs.put(key, bounded);
    } catch (error) {
      if ('error' in refusal) throw refusal.error;
      this.parts.log.error({ err: error }, 'file cannot be written');
      throw new Unavailable();
    }
  }

  private async textOf(content: Readable): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of bytesOf(content)) {
      this.textBytes += piece.length;
      if (this.textBytes > MAX_TEXT_BYTES) throw new UploadTooLarge();
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }
}

/** The content of a file up to the limit. Records why it ends early. */
async function* boundedBy(content: Readable, refusal: { error?: unknown }): AsyncGenerator<Buffer> {
  let size = 0;
  try {
    for await (const piece of bytesOf(content)) {
      size += piece.length;
      if (size > MAX_FILE_BYTES) throw new UploadTooLarge();
      yield piece;
    }
  } catch (error) {
    refusal.error = error;
    throw error;
  }
}

function bytesOf(content: Readable): AsyncIterable<Buffer> {
  return content;
}
