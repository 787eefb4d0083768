import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type AvailableMetadata,
  type Caller,
  type DocumentDetail,
  type DocumentFile,
  type DocumentIndexing,
  type DocumentItem,
  type DocumentStorage,
  type DocumentText,
  type DocumentsDeleted,
  type MetadataKeyRemoved,
  type MetadataPairRemoved,
  type MetadataValues,
  type Page,
  type Pair,
  type ReservedFile,
  type StoredFile,
  documentMetadata,
  documents,
} from '@pks/contracts';
import type { BlobStore, Idempotency } from '@pks/platform';
import type { Fields, ServiceGround } from './running-service.ts';

const { calls } = documents;
const { calls: metadata } = documentMetadata;

/** A file as a test describes it. */
export interface TestFile {
  readonly name?: string;
  readonly content_type?: string;
  readonly content?: string | Buffer;
  readonly metadata?: readonly Pair[];
}

/** The documents of a project as one caller sees them: files take the same path as through the gateway. */
export class TestDocuments {
  readonly id: string;

  constructor(
    readonly knowledge: Pick<ServiceGround, 'call' | 'session'>,
    readonly caller: Caller,
    private readonly blobs: BlobStore,
  ) {
    this.id = caller.project?.id ?? '';
  }

  list(request: Fields = {}): Promise<Page<DocumentItem>> {
    return this.knowledge.call(calls.list, this.with(request), this.caller);
  }

  get(document_id: string): Promise<DocumentDetail> {
    return this.knowledge.call(calls.get, this.with({ document_id }), this.caller);
  }

  text(document_id: string, page?: number): Promise<DocumentText> {
    const paging = page === undefined ? {} : { page };
    return this.knowledge.call(calls.text, this.with({ document_id, ...paging }), this.caller);
  }

  file(document_id: string): Promise<DocumentFile> {
    return this.knowledge.call(calls.file, this.with({ document_id }), this.caller);
  }

  rename(document_id: string, name: unknown): Promise<DocumentDetail> {
    return this.knowledge.call(calls.rename, this.with({ document_id, name }), this.caller);
  }

  remove(document_id: string): Promise<void> {
    return this.knowledge.call(calls.remove, this.with({ document_id }), this.caller);
  }

  bulkRemove(document_ids: readonly string[]): Promise<DocumentsDeleted> {
    return this.knowledge.call(calls.bulkRemove, this.with({ document_ids }), this.caller);
  }

  indexing(document_ids?: unknown): Promise<readonly DocumentIndexing[]> {
    return this.knowledge.call(
      calls.indexingStatus,
      this.with(document_ids === undefined ? {} : { document_ids }),
      this.caller,
    );
  }

  reserve(wanted: Fields = {}): Promise<ReservedFile> {
    return this.knowledge.call(calls.reserve, this.with(wanted), this.caller);
  }

  storage(): Promise<DocumentStorage> {
    return this.knowledge.call(calls.storage, this.with({}), this.caller);
  }

  release(...document_ids: string[]): Promise<void> {
    return this.knowledge.call(calls.release, this.with({ document_ids }), this.caller);
  }

  store(
    files: readonly Fields[],
    more: Fields = {},
    idempotency?: Idempotency,
  ): Promise<readonly DocumentItem[]> {
    return this.knowledge.call(calls.store, this.with({ files, ...more }), this.caller, idempotency);
  }

  /** Writes a file into a room of its own, and returns how it is stored. */
  async written(file: TestFile = {}): Promise<StoredFile> {
    const { name = 'notes.bin', content_type = 'application/x-test', content = 'x', metadata: pairs } = file;
    const bytes = Buffer.from(content);
    const { document_id, blob_key } = await this.reserve({ most_bytes: bytes.length });
    const { size: file_size, digest } = await this.blobs.put(blob_key, Readable.from([bytes]));
    return { document_id, name, content_type, file_size, digest, metadata: pairs ?? [] };
  }

  /** Uploads files one after another, all in one request. */
  async upload(...files: TestFile[]): Promise<readonly DocumentItem[]> {
    const written = [];
    for (const file of files) written.push(await this.written(file));
    return this.store(written.map((one) => ({ ...one })));
  }

  /** Uploads one file. */
  async uploadOne(file: TestFile = {}): Promise<DocumentItem> {
    const [document] = await this.upload(file);
    if (!document) throw new Error('Nothing was uploaded.');
    return document;
  }

  /** As a service calls it. */
  match(limit: number, ...pairs: readonly Pair[]): Promise<readonly DocumentItem[]> {
    const given = pairs.map(([key, value]) => ({ key, value }));
    return this.knowledge.call(metadata.match, this.with({ pairs: given, limit }), null);
  }

  /** Stores documents without a byte: tests of their rows need none. */
  async label(...labels: (readonly Pair[])[]): Promise<readonly DocumentItem[]> {
    const digest = createHash('sha256').digest('hex');
    const files = [];
    for (const [n, pairs] of labels.entries()) {
      const { document_id } = await this.reserve({ most_bytes: 0 });
      const file = { document_id, name: `${n}.bin`, content_type: 'application/x-test' };
      files.push({ ...file, file_size: 0, digest, metadata: pairs });
    }
    return this.store(files);
  }

  addMetadata(document_id: string, ...pairs: Pair[]): Promise<DocumentDetail> {
    const named = pairs.map(([key, value]) => ({ key, value }));
    return this.knowledge.call(metadata.add, this.with({ document_id, pairs: named }), this.caller);
  }

  removePair(document_id: string, key: string, value: string): Promise<MetadataPairRemoved> {
    return this.knowledge.call(metadata.removePair, this.with({ document_id, key, value }), this.caller);
  }

  removeKey(document_id: string, key: string): Promise<MetadataKeyRemoved> {
    return this.knowledge.call(metadata.removeKey, this.with({ document_id, key }), this.caller);
  }

  values(key: string): Promise<MetadataValues> {
    return this.knowledge.call(metadata.values, this.with({ key }), this.caller);
  }

  valuesOf(document_id: string, key: string): Promise<MetadataValues> {
    return this.knowledge.call(metadata.valuesOfDocument, this.with({ document_id, key }), this.caller);
  }

  valuesByKey(): Promise<Readonly<Record<string, readonly string[]>>> {
    return this.knowledge.call(metadata.valuesByKey, this.with({}), this.caller);
  }

  available(): Promise<readonly AvailableMetadata[]> {
    return this.knowledge.call(metadata.available, this.with({}), this.caller);
  }

  filter(metadata_values: readonly string[], paging: Fields = {}): Promise<Page<DocumentItem>> {
    return this.knowledge.call(metadata.filter, this.with({ metadata_values, ...paging }), this.caller);
  }

  /** The keys of all bytes of this project. */
  async keys(): Promise<string[]> {
    const keys = [];
    for await (const key of this.blobs.keys(this.id)) keys.push(key);
    return keys;
  }

  private with(fields: Fields): Fields {
    return { project_id: this.id, ...fields };
  }
}
