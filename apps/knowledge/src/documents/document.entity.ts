import {
  type Caller,
  type DocumentFormat,
  type IndexingStatus,
  type Pair,
  type StoredFile,
  beginningOf,
} from '@pks/contracts';
import { assertFit, distinct, normalized, without } from '../metadata-index/pairs.ts';
import { changeTime } from '@pks/platform';
import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** The maximum length of an error. Characters. */
const LONGEST_ERROR = 1_000;

/** The fields of a new document. */
export interface NewDocument {
  readonly projectId: string;
  readonly file: StoredFile;
  /** Its number in the project, from the catalog. */
  readonly number: number;
  readonly format: DocumentFormat | null;
  readonly metadata: readonly Pair[];
  readonly indexingStatus: IndexingStatus;
  readonly uploader: Pick<Caller, 'user_id' | 'email'>;
  readonly now: Date;
}

/** A file of a project. Its bytes are in the blob store, its text is in its sections. */
@Entity('documents')
@Unique('documents_project_number', ['projectId', 'number'])
@Index('documents_of_type', { synchronize: false })
@Index('documents_name', { synchronize: false })
@Index('documents_reading_line', { synchronize: false })
@Index('documents_unread', { synchronize: false })
@Index('documents_left', { synchronize: false })
@Check('documents_status', `status IN ('active', 'deleting')`)
@Check('documents_reading_turn', `reading_turn IN ('waiting', 'admitted', 'passed')`)
@Check('documents_indexing_status', `indexing_status IN ('created', 'indexing', 'active', 'failed')`)
@Check('documents_indexing_error', `(indexing_status = 'failed') = (indexing_error IS NOT NULL)`)
export class Document {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'documents_pkey' })
  projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'documents_pkey' })
  id!: string;

  /** Later documents have greater numbers. Lists are in this order, and the index of metadata refers to it. */
  @Column('integer')
  number!: number;

  @Column('text')
  name!: string;

  @Column({ type: 'text', name: 'content_type', collation: 'C' })
  contentType!: string;

  /** How its text is read, by the type and the name of the upload. Null if it is not read, and for documents from before this was stored. */
  @Column('text', { nullable: true })
  format!: DocumentFormat | null;

  /** Bytes. */
  @Column('integer', { name: 'file_size' })
  fileSize!: number;

  /** SHA-256 of the file, in hexadecimal digits. */
  @Column('text')
  digest!: string;

  @Column('integer', { name: 'page_count', default: 1 })
  pageCount!: number;

  /** The pairs in the order in which they were added; none twice. */
  @Column('json')
  metadata!: readonly Pair[];

  /** A document that is `deleting` is hidden; a job deletes what is left of it. */
  @Column('text', { default: 'active' })
  status!: 'active' | 'deleting';

  @Column('text', { name: 'indexing_status' })
  indexingStatus!: IndexingStatus;

  @Column('text', { name: 'indexing_error', nullable: true })
  indexingError!: string | null;

  /** How many of its readings began, without those that were interrupted. */
  @Column('integer', { default: 0 })
  readings!: number;

  /** Whether it waits in its project's line to be read, was admitted and has a job, or keeps no other document waiting, read or not. */
  @Column('text', { name: 'reading_turn', default: 'passed' })
  readingTurn!: 'waiting' | 'admitted' | 'passed';

  /** When its text was read; null for a document without text. */
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

  /** A new document. */
  static of({ projectId, file, indexingStatus, uploader, now, ...given }: NewDocument): Document {
    return Object.assign(new Document(), {
      ...given,
      projectId,
      id: file.document_id.toLowerCase(),
      name: file.name,
      contentType: file.content_type,
      fileSize: file.file_size,
      digest: file.digest,
      pageCount: 1,
      status: 'active',
      indexingStatus,
      indexingError: null,
      readings: 0,
      readingTurn: indexingStatus === 'created' ? 'waiting' : 'passed',
      readAt: null,
      uploadedById: uploader.user_id,
      uploadedByEmail: uploader.email,
      createdAt: now,
      updatedAt: now,
    } as const);
  }

  /** The key of its bytes in the blob store. */
  get blobKey(): string {
    return blobKeyOf(this.projectId, this.id);
  }

  /** Changes the name. */
  rename(name: string, now: Date): void {
    this.beginWrite(now);
    this.name = name;
  }

  /** Appends pairs, normalized, and returns those that are new. @throws NotPossible if there would be too many. */
  label(pairs: readonly Pair[], now: Date): readonly Pair[] {
    const added = without(distinct(pairs.map(normalized)), this.metadata.map(normalized));
    if (added.length > 0) this.relabel([...this.metadata, ...added], now);
    return added;
  }

  /** Removes the pairs that match once they are normalized, and returns them. */
  unlabel(isMeant: (pair: Pair) => boolean, now: Date): readonly Pair[] {
    const removed = this.metadata.filter((pair) => isMeant(normalized(pair)));
    if (removed.length > 0) this.relabel(without(this.metadata, removed), now);
    return removed;
  }

  private relabel(metadata: readonly Pair[], now: Date): void {
    assertFit(metadata);
    this.beginWrite(now);
    this.metadata = metadata;
  }

  /** Records the start of a reading. */
  beginReading(): void {
    this.indexingStatus = 'indexing';
    this.readings += 1;
  }

  /**
   * Undoes the start of a reading, if it was recorded, so that it does not count. The document is read later; others need not wait for it.
   */
  interruptReading(): void {
    this.indexingStatus = 'created';
    this.readings = Math.max(this.readings - 1, 0);
    this.readingTurn = 'passed';
  }

  /** Records that it was read, and is to be indexed. */
  finishReading(pageCount: number, now: Date): void {
    this.beginWrite(now);
    this.indexingStatus = 'indexing';
    this.pageCount = pageCount;
    this.readAt = this.updatedAt;
    this.readingTurn = 'passed';
  }

  /** Records that searches find its text. */
  finishIndexing(now: Date): void {
    this.beginWrite(now);
    this.indexingStatus = 'active';
  }

  /** Records that it cannot be read, with a sentence for the uploader. */
  failReading(why: string, now: Date): void {
    this.beginWrite(now);
    this.indexingStatus = 'failed';
    this.readingTurn = 'passed';
    this.indexingError = beginningOf(why, LONGEST_ERROR).toWellFormed();
  }

  /** Begins a write. Its time is later than that of every earlier write, even if clocks disagree. */
  private beginWrite(now: Date): void {
    this.updatedAt = changeTime(now, this.updatedAt);
  }
}

/** The key of the bytes of a document, or of the room that precedes it. */
export function blobKeyOf(projectId: string, id: string): string {
  return `${projectId}/${id}`.toLowerCase();
}
