import { contract, list, nothing, page, rpc } from '../kit/contract.ts';
import {
  Flag,
  Integer,
  ListOf,
  Nested,
  OneOf,
  type Pair,
  Pairs,
  Text,
  Timestamp,
  Uuid,
  Uuids,
  Words,
} from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';

/** `deleting` and `deleted` documents are in no list and answer 404 (decisions 4). */
export const DOCUMENT_STATUSES = ['active', 'deleting', 'deleted'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** How far a document is on its way to be found: `active` once it is, or once it is kept without text. */
export const INDEXING_STATUSES = ['created', 'indexing', 'active', 'failed'] as const;
export type IndexingStatus = (typeof INDEXING_STATUSES)[number];

const INDEXING =
  'created: not read yet; indexing: being read, or found by its words and not by all of its meaning yet; ' +
  'active: found by both, or kept without text; failed: it cannot be read.';

/** A file is no larger. Bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
/** One upload brings no more files. */
export const MAX_FILES = 100;
/** A document has no more pairs of metadata. */
export const MAX_METADATA = 100;
export const MAX_METADATA_KEY = 255;
/** Characters. */
export const MAX_METADATA_VALUE = 20_000;

const SOME_ID = '01890000-0000-7000-8000-000000000000';

/** A document in a list (api.md, Document). */
export class DocumentItem {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Words()
  readonly content_type!: string;

  @Integer({ description: "The PDF's pages; else 1." })
  readonly page_count!: number;

  @Integer({ description: 'Bytes.' })
  readonly file_size!: number;

  @Pairs({ description: 'Pairs of a key and a value.' })
  readonly metadata!: readonly Pair[];

  @OneOf(DOCUMENT_STATUSES)
  readonly status!: DocumentStatus;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;
}

/** Who uploaded a document. */
export class Uploader {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;
}

/** A document with how far it is indexed. */
export class DocumentDetail extends DocumentItem {
  @Nested(Uploader)
  readonly uploaded_by!: Uploader;

  @OneOf(INDEXING_STATUSES, { description: INDEXING })
  readonly indexing_status!: IndexingStatus;

  @Words({ nullable: true, description: 'Why it could not be read.' })
  readonly indexing_error!: string | null;
}

export class ListDocuments extends ProjectPage {
  @Text({ blank: true, max: 255, default: '', description: 'A part of the name, whatever its case.' })
  readonly search!: string;

  @Text({
    blank: true,
    max: 255,
    default: '',
    description: 'Exactly this content type.',
    example: 'application/pdf',
  })
  readonly content_type!: string;
}

export class DocumentReference extends InProject {
  @Uuid()
  readonly document_id!: string;
}

/** The text of a document, as it was read. */
export class DocumentText {
  @Uuid()
  readonly id!: string;

  @OneOf(INDEXING_STATUSES, { description: INDEXING })
  readonly indexing_status!: IndexingStatus;

  @Integer()
  readonly page_count!: number;

  @Words({
    nullable: true,
    description: 'Null where there is none: not read yet, not readable, kept without text, or no such page.',
  })
  readonly text!: string | null;
}

export class GetDocumentText extends DocumentReference {
  @Integer({ min: 1, max: 1_000_000, optional: true, description: 'Only this page, from 1.' })
  readonly page?: number;
}

export class RenameDocument extends DocumentReference {
  @Text({ max: 255, trim: true })
  readonly name!: string;
}

export class BulkDeleteDocuments extends InProject {
  @Uuids({ description: 'Those that are not there are passed over.', example: [SOME_ID] })
  readonly document_ids!: readonly string[];
}

export class DocumentsDeleted {
  @Integer()
  readonly deleted_count!: number;
}

export class GetIndexingStatus extends InProject {
  @Text({ max: 40_000, description: 'UUIDs with commas between them, 1,000 at most.', example: SOME_ID })
  readonly document_ids!: string;
}

/** How far a document is indexed; documents that are not there are left out. */
export class DocumentIndexing {
  @Uuid()
  readonly id!: string;

  @OneOf(INDEXING_STATUSES, { description: INDEXING })
  readonly status!: IndexingStatus;

  @Words({ nullable: true })
  readonly error!: string | null;
}

/** Asks for room for one file: its id and where its bytes go. Never stored, the room is given up after an hour. */
export class ReservedFile {
  @Uuid()
  readonly document_id!: string;

  @Words()
  readonly blob_key!: string;
}

/** A file whose bytes are in the blob store, in the room that was reserved for it. */
export class StoredFile {
  @Uuid()
  readonly document_id!: string;

  @Text({ max: 255, trim: true })
  readonly name!: string;

  @Text({ max: 255 })
  readonly content_type!: string;

  @Integer({ min: 0, max: MAX_FILE_BYTES })
  readonly file_size!: number;

  /** SHA-256, in hexadecimal digits. */
  @Text({ pattern: '^[0-9a-f]{64}$' })
  readonly digest!: string;

  @Pairs({ maxKey: MAX_METADATA_KEY, maxValue: MAX_METADATA_VALUE, maxItems: MAX_METADATA })
  readonly metadata!: readonly Pair[];
}

export class StoreDocuments extends InProject {
  @ListOf(StoredFile)
  readonly files!: readonly StoredFile[];

  /** They are kept without text, and nobody is told. */
  @Flag({ default: false })
  readonly skip_parsing!: boolean;
}

export class ReleaseFiles extends InProject {
  @Uuids()
  readonly document_ids!: readonly string[];
}

/** Where a document's bytes are, and what its file is. */
export class DocumentFile {
  @Words()
  readonly name!: string;

  @Words()
  readonly content_type!: string;

  @Integer()
  readonly file_size!: number;

  @Words()
  readonly digest!: string;

  @Words()
  readonly blob_key!: string;
}

/** Documents of a project (api.md Documents, decisions 4). Files cross the blob store, never the bus. */
export const documents = contract('knowledge.documents', {
  list: rpc(ListDocuments).returns(page(DocumentItem)),
  get: rpc(DocumentReference).returns(DocumentDetail),
  text: rpc(GetDocumentText).returns(DocumentText),
  rename: rpc(RenameDocument).returns(DocumentDetail),
  remove: rpc(DocumentReference).returns(nothing),
  bulkRemove: rpc(BulkDeleteDocuments).returns(DocumentsDeleted),
  indexingStatus: rpc(GetIndexingStatus).returns(list(DocumentIndexing)),
  /** Before a file's bytes are written. */
  reserve: rpc(InProject).returns(ReservedFile),
  /** Makes documents of files whose bytes are written: all of them or none. `conflict` when a room was given up. */
  store: rpc(StoreDocuments).returns(list(DocumentItem)),
  /** Gives up rooms that will not be used; their bytes are deleted. */
  release: rpc(ReleaseFiles).returns(nothing),
  file: rpc(DocumentReference).returns(DocumentFile),
});
