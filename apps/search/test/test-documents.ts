import { Readable } from 'node:stream';
import {
  type Caller,
  type DocumentDetail,
  type DocumentItem,
  type DocumentText,
  type DocumentsDeleted,
  type Page,
  type Pair,
  type StoredFile,
  documentMetadata,
  documents,
} from '@pks/contracts';
import type { BlobStore } from '@pks/platform';
import { type Fields } from '@pks/testing';
import type { RunningSearch } from './running-search.ts';

const { calls } = documents;
const { calls: metadata } = documentMetadata;

/** A file as a test describes it. */
export interface TestFile {
  readonly name?: string;
  readonly content_type?: string;
  readonly content?: string | Buffer;
  readonly metadata?: readonly Pair[];
}

/** The documents of a project in the knowledge service: files take the same way as through the gateway. */
export class TestDocuments {
  readonly id: string;

  constructor(
    readonly running: RunningSearch,
    readonly caller: Caller,
    private readonly blobs: BlobStore,
  ) {
    this.id = caller.project?.id ?? '';
  }

  get(document_id: string): Promise<DocumentDetail> {
    return this.running.call(calls.get, this.with({ document_id }), this.caller);
  }

  list(): Promise<Page<DocumentItem>> {
    return this.running.call(calls.list, this.with({}), this.caller);
  }

  text(document_id: string, page?: number): Promise<DocumentText> {
    const paging = page === undefined ? {} : { page };
    return this.running.call(calls.text, this.with({ document_id, ...paging }), this.caller);
  }

  rename(document_id: string, name: unknown): Promise<DocumentDetail> {
    return this.running.call(calls.rename, this.with({ document_id, name }), this.caller);
  }

  remove(document_id: string): Promise<void> {
    return this.running.call(calls.remove, this.with({ document_id }), this.caller);
  }

  bulkRemove(document_ids: readonly string[]): Promise<DocumentsDeleted> {
    return this.running.call(calls.bulkRemove, this.with({ document_ids }), this.caller);
  }

  store(files: readonly Fields[], more: Fields = {}): Promise<readonly DocumentItem[]> {
    return this.running.call(calls.store, this.with({ files, ...more }), this.caller);
  }

  addMetadata(document_id: string, ...pairs: Pair[]): Promise<DocumentDetail> {
    const named = pairs.map(([key, value]) => ({ key, value }));
    return this.running.call(metadata.add, this.with({ document_id, pairs: named }), this.caller);
  }

  async removePair(document_id: string, key: string, value: string): Promise<void> {
    await this.running.call(metadata.removePair, this.with({ document_id, key, value }), this.caller);
  }

  /** Writes a file into a room of its own, and returns how it is stored. */
  async written(file: TestFile = {}): Promise<StoredFile> {
    const { name = 'notes.bin', content_type = 'application/x-test', content = 'x', metadata: pairs } = file;
    const bytes = Buffer.from(content);
    const wanted = this.with({ most_bytes: bytes.length });
    const { document_id, blob_key } = await this.running.call(calls.reserve, wanted, this.caller);
    const { size: file_size, digest } = await this.blobs.put(blob_key, Readable.from([bytes]));
    return { document_id, name, content_type, file_size, digest, metadata: pairs ?? [] };
  }

  /** Uploads files, each in its turn, all in one request. */
  async upload(...files: TestFile[]): Promise<readonly DocumentItem[]> {
    const written = [];
    for (const file of files) written.push(await this.written(file));
    return this.store(written.map((one) => ({ ...one })));
  }

  /** Uploads one. */
  async uploadOne(file: TestFile = {}): Promise<DocumentItem> {
    const [document] = await this.upload(file);
    if (!document) throw new Error('Nothing was uploaded.');
    return document;
  }

  private with(fields: Fields): Fields {
    return { project_id: this.id, ...fields };
  }
}
