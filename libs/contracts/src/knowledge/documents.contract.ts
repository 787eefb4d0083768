import { contract, list, nothing, pageWith, rpc, through } from '../kit/contract.ts';
import {
  Flag,
  Integer,
  type JsonObject,
  ListOf,
  Nested,
  OneOf,
  type Pair,
  Pairs,
  SomeObject,
  Text,
  Timestamp,
  Uuid,
  Uuids,
  Words,
} from '../kit/fields.ts';
import { FoundCount } from '../kit/found.ts';
import { InProject, ProjectPage } from '../requests.ts';
import { DocumentStorage, MAX_FILE_BYTES, ReserveFile, ReservedFile } from './document-storage.ts';

/** `deleting` and `deleted` documents are not listed, and requesting one is a 404 (decisions 4). */
export const DOCUMENT_STATUSES = ['active', 'deleting', 'deleted'] as const;
/** The state of a document (decisions 4). */
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** The sources of documents. */
export const DOCUMENT_SOURCES = ['upload'] as const;
/** The source of one document. */
export type DocumentSource = (typeof DOCUMENT_SOURCES)[number];

/** The progress of indexing: `active` once a document can be found, or is stored without text. */
export const INDEXING_STATUSES = ['created', 'indexing', 'active', 'failed'] as const;
/** The progress of one document's indexing (decisions 4). */
export type IndexingStatus = (typeof INDEXING_STATUSES)[number];

const INDEXING =
  'created: not read yet; indexing: being read, or found by its words but not yet by all of its meaning; ' +
  'active: found by both, or stored without text; failed: it cannot be read.';

/** The most files in one upload. */
export const MAX_FILES = 100;
/** The most metadata pairs of a document. */
export const MAX_METADATA = 100;
/** The longest key of a metadata pair. Characters. */
export const MAX_METADATA_KEY = 255;
/** The longest value of a metadata pair. Characters. */
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

  @Integer({
    description:
      'The number of pages of a PDF that was read; 1 for any other file, and for a PDF stored with `skip_parsing`.',
  })
  readonly page_count!: number;

  @Integer({ description: 'In bytes.' })
  readonly file_size!: number;

  @Pairs({ description: 'Pairs of a key and a value.' })
  readonly metadata!: readonly Pair[];

  @OneOf(DOCUMENT_STATUSES)
  readonly status!: DocumentStatus;

  @Words({ description: 'The URL of the file’s content; a path if no `PUBLIC_BASE_URL` is configured.' })
  readonly file!: string;

  @OneOf(DOCUMENT_SOURCES, { description: 'Where the document comes from.' })
  readonly source!: DocumentSource;

  @SomeObject({ description: 'Metadata from the source; empty for an upload.' })
  readonly source_metadata!: JsonObject;

  @Words({ nullable: true, description: 'Always null: documents are read as they were uploaded.' })
  readonly computed_pdf_file!: string | null;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp()
  readonly updated_at!: string;
}

/** The user who uploaded a document. */
export class Uploader {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;
}

/** A document with the progress of its indexing. */
export class DocumentDetail extends DocumentItem {
  @Nested(Uploader)
  readonly uploaded_by!: Uploader;

  @OneOf(INDEXING_STATUSES, { description: INDEXING })
  readonly indexing_status!: IndexingStatus;

  @Words({ nullable: true, description: 'Why the document could not be read.' })
  readonly indexing_error!: string | null;
}

/** A page of a project's documents, filtered by name and content type. */
export class ListDocuments extends ProjectPage {
  @Text({
    blank: true,
    max: 255,
    default: '',
    description:
      'A part of the name, ignoring case. Of more than 10,000 documents, the newest 10,000 are found.',
  })
  readonly search!: string;

  @Text({
    blank: true,
    max: 255,
    default: '',
    description: 'Matches the content type exactly.',
    example: 'application/pdf',
  })
  readonly content_type!: string;
}

/** A request about one document of a project. */
export class DocumentReference extends InProject {
  @Uuid()
  readonly document_id!: string;
}

/** The text that was extracted from a document. */
export class DocumentText {
  @Uuid()
  readonly id!: string;

  @OneOf(INDEXING_STATUSES, { description: INDEXING })
  readonly indexing_status!: IndexingStatus;

  @Integer()
  readonly page_count!: number;

  @Words({
    nullable: true,
    description:
      'Null if there is no text: the file was not read yet, cannot be read, was stored without extraction, or has no such page.',
  })
  readonly text!: string | null;
}

/** Requests the text of a document, or of one page of it. */
export class GetDocumentText extends DocumentReference {
  @Integer({ min: 1, max: 1_000_000, optional: true, description: 'Only the text of this page, from 1.' })
  readonly page?: number;
}

/** Renames a document. */
export class RenameDocument extends DocumentReference {
  @Text({ max: 255, trim: true })
  readonly name!: string;
}

/** Deletes documents by their ids. */
export class BulkDeleteDocuments extends InProject {
  @Uuids({ description: 'Ids of documents that do not exist are ignored.', example: [SOME_ID] })
  readonly document_ids!: readonly string[];
}

/** The number of documents that were deleted. */
export class DocumentsDeleted {
  @Integer()
  readonly deleted_count!: number;
}

/** Requests the indexing progress of documents. */
export class GetIndexingStatus extends InProject {
  @Text({
    max: 16_000,
    optional: true,
    description: 'Up to 400 ids, separated by commas; by default the newest 1,000 documents.',
    example: SOME_ID,
  })
  readonly document_ids?: string;
}

/** The indexing progress of a document; documents that do not exist are left out. */
export class DocumentIndexing {
  @Uuid()
  readonly id!: string;

  @OneOf(INDEXING_STATUSES, { description: INDEXING })
  readonly status!: IndexingStatus;

  @Words({ nullable: true })
  readonly error!: string | null;
}

/** A file whose bytes are in the blob store, under the key reserved for it. */
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

/** Creates documents from files that are in the blob store. */
export class StoreDocuments extends InProject {
  @ListOf(StoredFile)
  readonly files!: readonly StoredFile[];

  /** Stores the documents without text and notifies no one. */
  @Flag({ default: false })
  readonly skip_parsing!: boolean;
}

/** Releases reserved files. */
export class ReleaseFiles extends InProject {
  @Uuids()
  readonly document_ids!: readonly string[];
}

/** The blob key of a document, and the properties of its file. */
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
  list: rpc(ListDocuments).by('view').returns(pageWith(DocumentItem, FoundCount)),
  get: through(rpc(DocumentReference).by('view').returns(DocumentDetail), 'agents'),
  text: through(rpc(GetDocumentText).by('view').returns(DocumentText), 'agents'),
  rename: rpc(RenameDocument).by('admin').returns(DocumentDetail),
  remove: rpc(DocumentReference).by('admin').returns(nothing),
  bulkRemove: rpc(BulkDeleteDocuments).by('admin').returns(DocumentsDeleted),
  indexingStatus: rpc(GetIndexingStatus).by('view').returns(list(DocumentIndexing)),
  /** The space that documents take up, and may take up. */
  storage: rpc(InProject).by('view').returns(DocumentStorage),
  /** Called before a file's bytes are written. `too_large` if the project has no room for it. */
  reserve: rpc(ReserveFile).by('view').returns(ReservedFile),
  /** Creates documents from files whose bytes are written: all of them or none. `conflict` if a reservation has expired. */
  store: rpc(StoreDocuments).by('view').returns(list(DocumentItem)),
  /** Releases reservations that will not be used, and deletes their bytes. */
  release: rpc(ReleaseFiles).by('view').returns(nothing),
  file: through(rpc(DocumentReference).by('view').returns(DocumentFile), 'agents'),
});
