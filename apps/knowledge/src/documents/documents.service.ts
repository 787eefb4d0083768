import { Injectable } from '@nestjs/common';
import type {
  DocumentDetail,
  DocumentFile,
  DocumentIndexing,
  DocumentItem,
  DocumentReference,
  DocumentText,
  GetDocumentText,
  GetIndexingStatus,
  ListDocuments,
} from '@pks/contracts';
import type { Json, JsonPage } from '@pks/platform';
import { idsIn } from './asked-ids.ts';
import { DocumentListsRepository } from './document-lists.repository.ts';
import { DocumentTextsRepository } from './document-texts.repository.ts';
import { DocumentsRepository } from './documents.repository.ts';

/** How documents are looked at (api.md Document, decisions 4). */
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

  /** In the order that is asked for. @throws Invalid for what is no UUID. */
  async indexingStatus({
    project_id,
    document_ids,
  }: GetIndexingStatus): Promise<readonly DocumentIndexing[]> {
    return this.texts.indexing(project_id, idsIn(document_ids));
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
