import { Readable } from 'node:stream';
import {
  MAX_FILE_BYTES,
  REQUIRED,
  type ReserveFile,
  type ReservedFile,
  type StoreDocuments,
  type StoredFile,
} from '@pks/contracts';
import {
  type BlobStore,
  DeadlineExceeded,
  type Fault,
  Invalid,
  type Log,
  StoreSilent,
  Unavailable,
  type WrittenBlob,
} from '@pks/platform/process';
import { BODY } from '../routes/route.ts';
import type { Part } from './multipart.ts';
import { UploadTooLarge } from '../http/refusals.ts';
import { FILES, METADATA, SKIP_PARSING, UploadFields, assertNotTooMany, fileNoteOf } from './upload-form.ts';

/** The limit for all fields together that are not files. Bytes. */
const MAX_TEXT_BYTES = BODY;
/** An upper bound for all of a form but the contents of its files. Bytes. */
const FORM_BYTES = 4 * 1024 * 1024;

interface UploadParts {
  readonly requestId: string;
  readonly blobs: BlobStore;
  readonly log: Log;
  /** The length of the body, if known. Bytes. */
  readonly length: number | undefined;
  /** Reserves room for one more file. */
  readonly reserve: (wanted: Omit<ReserveFile, 'project_id'>) => Promise<ReservedFile>;
  /** The fault for a file with more bytes than were reserved. */
  readonly noRoom: () => Promise<Fault>;
}

/** One upload: its files, which are written as they arrive, and its other fields. */
export class Upload {
  /** The documents reserved for this upload, used or not. */
  readonly reserved: string[] = [];
  private readonly fields = new UploadFields();
  private readonly files: Omit<StoredFile, 'metadata'>[] = [];
  private textBytes = 0;
  private fileBytes = 0;

  constructor(private readonly parts: UploadParts) {}

  /**
   * Reads one part of the form to its end. Writes nothing of a file if too many have already arrived.
   * @throws Invalid keyed to its field; UploadTooLarge; Unavailable; DeadlineExceeded if the store does not
   * respond
   */
  async add(part: Part, filesArrived: number): Promise<void> {
    if (part.name === FILES) {
      assertNotTooMany(filesArrived);
      return this.addFile(part);
    }
    if (part.name !== METADATA && part.name !== SKIP_PARSING)
      throw Invalid.field(part.name, 'Unknown field.');
    this.fields.add(part.name, await this.textOf(part.content));
    this.fields.check();
  }

  /** The request to store the documents, once all parts have been added. @throws Invalid keyed to the field */
  contents(): Omit<StoreDocuments, 'project_id'> {
    if (this.files.length === 0) throw Invalid.field(FILES, REQUIRED);
    const metadata = this.fields.metadataOf(this.files.length);
    const files = this.files.map((file, n) => ({ ...file, metadata: metadata[n] ?? [] }));
    return { files, skip_parsing: this.fields.skipsParsing() };
  }

  private async addFile(part: Part): Promise<void> {
    const note = fileNoteOf(part, this.files.length);
    const room = await this.parts.reserve(this.wanted());
    this.reserved.push(room.document_id);
    const { size, digest } = await this.put(room, part.content);
    this.fileBytes += size;
    this.files.push({ document_id: room.document_id, ...note, file_size: size, digest });
  }

  /** The room that the next file needs, judging by how much of the body is left. */
  private wanted(): Omit<ReserveFile, 'project_id'> {
    const { length } = this.parts;
    const left = length === undefined ? undefined : length - this.fileBytes - this.textBytes;
    const previous = this.files.at(-1);
    return {
      most_bytes: Math.min(left ?? MAX_FILE_BYTES, MAX_FILE_BYTES),
      least_bytes: Math.max(0, (left ?? 0) - FORM_BYTES),
      ...(previous && { written: { document_id: previous.document_id, file_size: previous.file_size } }),
    };
  }

  /** Distinguishes a refusal of the file from a failure of the store. */
  private async put({ blob_key, room_bytes }: ReservedFile, content: Readable): Promise<WrittenBlob> {
    const refusal: { error?: unknown } = {};
    const bounded = Readable.from(this.boundedBy(content, room_bytes, refusal), { objectMode: false });
    try {
      return await this.parts.blobs.put(blob_key, bounded);
    } catch (error) {
      if ('error' in refusal) throw refusal.error;
      const { log, requestId: request_id } = this.parts;
      log.error({ err: error, request_id, blob_key }, 'file cannot be written');
      throw error instanceof StoreSilent ? new DeadlineExceeded() : new Unavailable();
    }
  }

  /** The content of a file up to its limit. Records why it ends early, unless the store stopped reading it. */
  private async *boundedBy(
    content: Readable,
    room: number,
    refusal: { error?: unknown },
  ): AsyncGenerator<Buffer> {
    let size = 0;
    let isWithStore = false;
    try {
      for await (const piece of bytesOf(content)) {
        size += piece.length;
        if (size > MAX_FILE_BYTES) throw new UploadTooLarge();
        if (size > room) throw await this.parts.noRoom();
        isWithStore = true;
        yield piece;
        isWithStore = false;
      }
    } catch (error) {
      if (!isWithStore) refusal.error = error;
      throw error;
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

function bytesOf(content: Readable): AsyncIterable<Buffer> {
  return content;
}
