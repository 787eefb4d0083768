import { Injectable } from '@nestjs/common';
import {
  type DocumentDetail,
  type DocumentFile,
  type DocumentIndexing,
  type DocumentItem,
  type DocumentReference,
  type DocumentText,
  type GetDocumentText,
  type GetIndexingStatus,
  type ListDocuments,
  isUuid,
  tooMany,
} from '@pks/contracts';
import { Invalid, type Json, type JsonPage } from '@pks/platform';
import { DocumentListsRepository } from './document-lists.repository.ts';
import { DocumentTextsRepository } from './document-texts.repository.ts';
import { DocumentsRepository } from './documents.repository.ts';

/** The number of newest documents whose progress is returned if a request names no ids. */
const NEWEST = 1_000;
/** As many ids as the address of a request has room for. */
const MOST_IDS = 400;

/** Reads documents (api.md Document, decisions 4). */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly lists: DocumentListsRepository,
    private readonly texts: DocumentTextsRepository,
  ) {}

  /** Newest first. */
  list(request: ListDocuments): Promise<JsonPage<DocumentItem>> {
    return this.lists.list(request);
  }

  /** @throws NotFound */
  get({ project_id, document_id }: DocumentReference): Promise<Json<DocumentDetail>> {
    return this.documents.view(project_id, document_id);
  }

  /** @throws NotFound */
  text(request: GetDocumentText): Promise<Json<DocumentText>> {
    return this.texts.text(request);
  }

  /** In the order of the request, or the newest documents if it names none. @throws Invalid for an id that is not a UUID. */
  async indexingStatus({
    project_id,
    document_ids,
  }: GetIndexingStatus): Promise<readonly DocumentIndexing[]> {
    return document_ids === undefined
      ? this.texts.newestIndexing(project_id, NEWEST)
      : this.texts.indexing(project_id, idsIn(document_ids));
  }

  /** @throws NotFound */
  async file({ project_id, document_id }: DocumentReference): Promise<DocumentFile> {
    const document = await this.documents.require(project_id, document_id);
    return {
      name: document.name,
      content_type: document.contentType,
      file_size: document.fileSize,
      digest: document.digest,
      blob_key: document.blobKey,
    };
  }
}

/** The distinct ids in a comma-separated text. @throws Invalid keyed to `document_ids` */
function idsIn(text: string): string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim().toLowerCase()))];
  if (!ids.every(isUuid)) throw Invalid.field('document_ids', 'Must be a valid UUID.');
  if (ids.length <= MOST_IDS) return ids;
  throw Invalid.field('document_ids', tooMany(MOST_IDS));
}
