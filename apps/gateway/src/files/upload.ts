import { Readable } from 'node:stream';
import { MAX_FILE_BYTES, type ReservedFile, type StoreDocuments, type StoredFile } from '@pks/contracts';
import { type BlobStore, Invalid, type Log, Unavailable, type WrittenBlob } from '@pks/platform/process';
import { MIB } from '../routing/route.ts';
import type { Part } from './multipart.ts';
import { UploadTooLarge } from './refusals.ts';
import { FILES, METADATA, SKIP_PARSING, UploadFields, fileNoteOf } from './upload-form.ts';

/** What is not a file, in all. Bytes. */
const MOST_TEXT = MIB;

interface UploadParts {
  readonly blobs: BlobStore;
  readonly log: Log;
  /** Asks for room for one more file. */
  readonly reserve: () => Promise<ReservedFile>;
}

/** One upload: its files as they are written, and what else it says. */
export class Upload {
  /** The rooms that it has, used or not. */
  readonly rooms: string[] = [];
  private readonly fields = new UploadFields();
  private readonly files: Omit<StoredFile, 'metadata'>[] = [];
  private textBytes = 0;

  constructor(private readonly parts: UploadParts) {}

  /** Takes one part of the form to its end. @throws Invalid keyed to its field; UploadTooLarge; Unavailable */
  async take(part: Part): Promise<void> {
    if (part.name === FILES) return this.takeFile(part);
    if (part.name !== METADATA && part.name !== SKIP_PARSING)
      throw Invalid.field(part.name, 'Unknown field.');
    this.fields.add(part.name, await this.textOf(part.content));
    this.fields.check();
  }

  /** What is to be stored, once all has been taken. @throws Invalid keyed to the field */
  contents(): Omit<StoreDocuments, 'project_id'> {
    if (this.files.length === 0) throw Invalid.field(FILES, 'This field is required.');
    const metadata = this.fields.metadataOf(this.files.length);
    const files = this.files.map((file, n) => ({ ...file, metadata: metadata[n] ?? [] }));
    return { files, skip_parsing: this.fields.skipsParsing() };
  }

  private async takeFile(part: Part): Promise<void> {
    const note = fileNoteOf(part, this.files.length);
    const { document_id, blob_key } = await this.parts.reserve();
    this.rooms.push(document_id);
    const { size, digest } = await this.put(blob_key, part.content);
    this.files.push({ document_id, ...note, file_size: size, digest });
  }

  /** What is wrong with the file is told from what is wrong with the store. */
  private async put(key: string, content: Readable): Promise<WrittenBlob> {
    const refusal: { error?: unknown } = {};
    const bounded = Readable.from(boundedBy(content, refusal), { objectMode: false });
    try {
      return await this.parts.blobs.put(key, bounded);
    } catch (error) {
      if ('error' in refusal) throw refusal.error;
      this.parts.log.error({ err: error }, 'a file could not be written');
      throw new Unavailable();
    }
  }

  private async textOf(content: Readable): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of bytesOf(content)) {
      this.textBytes += piece.length;
      if (this.textBytes > MOST_TEXT) throw new UploadTooLarge();
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }
}

/** A file as it comes, and no more of it than is taken; notes why it ends early. */
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
