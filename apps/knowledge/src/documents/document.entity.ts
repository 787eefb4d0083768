import type { Caller, IndexingStatus, Pair, StoredFile } from '@pks/contracts';
import { assertFit, distinct, without } from '../metadata/labels.ts';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** Characters. */
const LONGEST_ERROR = 1_000;

/** What becomes of a file that was stored. */
export interface NewDocument {
  readonly projectId: string;
  readonly file: StoredFile;
  /** Its place in the project, from the catalog. */
  readonly number: number;
  readonly metadata: readonly Pair[];
  readonly indexingStatus: IndexingStatus;
  readonly uploader: Pick<Caller, 'user_id' | 'email'>;
  readonly now: Date;
}

/** A file of a project, with what is known of it. Its bytes are in the blob store, its text in its sections. */
@Entity('documents')
@Unique('documents_project_number', ['projectId', 'number'])
@Index('documents_of_type', { synchronize: false })
@Index('documents_name', { synchronize: false })
@Check('documents_status', `status IN ('active', 'deleting')`)
@Check('documents_indexing_status', `indexing_status IN ('created', 'indexing', 'active', 'failed')`)
@Check('documents_indexing_error', `(indexing_status = 'failed') = (indexing_error IS NOT NULL)`)
export class Document {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'documents_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'documents_pkey' })
  id!: string;

  /** Later documents have greater ones: in this order they are listed, and the index of metadata knows them by it. */
  @Column('integer')
  number!: number;

  @Column('text')
  name!: string;

  @Column({ type: 'text', name: 'content_type', collation: 'C' })
  contentType!: string;

  /** Bytes. */
  @Column('integer', { name: 'file_size' })
  fileSize!: number;

  /** SHA-256 of the file, in hexadecimal digits. */
  @Column('text')
  digest!: string;

  @Column('integer', { name: 'page_count', default: 1 })
  pageCount!: number;

  /** In the order in which they were added; no pair twice. */
  @Column('json')
  metadata!: readonly Pair[];

  /** What is `deleting` is nobody's any more, and on its way out. */
  @Column('text', { default: 'active' })
  status!: 'active' | 'deleting';

  @Column('text', { name: 'indexing_status' })
  indexingStatus!: IndexingStatus;

  @Column('text', { name: 'indexing_error', nullable: true })
  indexingError!: string | null;

  /** How often its reading was begun and not ended. */
  @Column('integer', { default: 0 })
  readings!: number;

  /** When its text was read; a document that was not read has none. */
  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readAt!: Date | null;

  @Column('uuid', { name: 'uploaded_by_id' })
  uploadedById!: string;

  @Column('text', { name: 'uploaded_by_email' })
  uploadedByEmail!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** A document that is there from now on. */
  static of({ projectId, file, number, metadata, indexingStatus, uploader, now }: NewDocument): Document {
    return Object.assign(new Document(), {
      projectId,
      id: file.document_id.toLowerCase(),
      number,
      name: file.name,
      contentType: file.content_type,
      fileSize: file.file_size,
      digest: file.digest,
      pageCount: 1,
      metadata,
      status: 'active',
      indexingStatus,
      indexingError: null,
      readings: 0,
      readAt: null,
      uploadedById: uploader.user_id,
      uploadedByEmail: uploader.email,
      createdAt: now,
      updatedAt: now,
    } as const);
  }

  /** Where its bytes are. */
  get blobKey(): string {
    return blobKeyOf(this.projectId, this.id);
  }

  /** Under another name from now on. */
  rename(name: string, now: Date): void {
    this.beginWrite(now);
    this.name = name;
  }

  /** Adds pairs after those that are there, and returns those that were not. @throws NotPossible when it were too many. */
  label(pairs: readonly Pair[], now: Date): readonly Pair[] {
    const added = without(distinct(pairs), this.metadata);
    if (added.length > 0) this.relabel([...this.metadata, ...added], now);
    return added;
  }

  /** Takes away the pairs that are meant, and returns them. */
  unlabel(isMeant: (pair: Pair) => boolean, now: Date): readonly Pair[] {
    const removed = this.metadata.filter(isMeant);
    if (removed.length > 0) this.relabel(without(this.metadata, removed), now);
    return removed;
  }

  private relabel(metadata: readonly Pair[], now: Date): void {
    assertFit(metadata);
    this.beginWrite(now);
    this.metadata = metadata;
  }

  /** Somebody reads it from now on. */
  beginReading(): void {
    this.indexingStatus = 'indexing';
    this.readings += 1;
  }

  /** Nobody reads it any more, and nothing was learnt of it. */
  interruptReading(): void {
    this.indexingStatus = 'created';
    this.readings -= 1;
  }

  /** It was read, and is to be indexed. */
  finishReading(pageCount: number, now: Date): void {
    this.beginWrite(now);
    this.pageCount = pageCount;
    this.readAt = this.updatedAt;
  }

  /** What was read is found from now on. */
  finishIndexing(now: Date): void {
    this.beginWrite(now);
    this.indexingStatus = 'active';
  }

  /** It cannot be read; why is a sentence for the uploader. */
  failReading(why: string, now: Date): void {
    this.beginWrite(now);
    this.indexingStatus = 'failed';
    this.indexingError = why.slice(0, LONGEST_ERROR).toWellFormed();
  }

  /** Begins a write: its time is later than that of any before it, whatever the clocks say. */
  private beginWrite(now: Date): void {
    this.updatedAt = new Date(Math.max(now.getTime(), this.updatedAt.getTime() + 1));
  }
}

/** Where the bytes of a document are, and before it is one, those that arrive in its room. */
export function blobKeyOf(projectId: string, id: string): string {
  return `${projectId}/${id}`.toLowerCase();
}
