import {
  type BulkDeleteDocuments,
  type Caller,
  type DocumentReference,
  type GetDocumentText,
  type GetIndexingStatus,
  type InProject,
  type ListDocuments,
  type ReleaseFiles,
  type RenameDocument,
  type ReserveFile,
  type StoreDocuments,
  documents,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { DocumentRooms } from './document-rooms.ts';
import { DocumentStoring } from './document-storing.ts';
import { DocumentWriting } from './document-writing.ts';
import { DocumentsService } from './documents.service.ts';
import { Storage } from './storage.ts';

/** Answers the calls about documents. */
@Serves(documents)
export class DocumentsController implements Service<typeof documents> {
  constructor(
    private readonly documents: DocumentsService,
    private readonly writing: DocumentWriting,
    private readonly storing: DocumentStoring,
    private readonly rooms: DocumentRooms,
    private readonly stored: Storage,
  ) {}

  list(request: ListDocuments) {
    return this.documents.list(request);
  }

  get(request: DocumentReference) {
    return this.documents.get(request);
  }

  text(request: GetDocumentText) {
    return this.documents.text(request);
  }

  rename(request: RenameDocument, caller: Caller) {
    return this.writing.rename(request, caller);
  }

  remove(request: DocumentReference, caller: Caller) {
    return this.writing.remove(request, caller);
  }

  bulkRemove(request: BulkDeleteDocuments, caller: Caller) {
    return this.writing.bulkRemove(request, caller);
  }

  indexingStatus(request: GetIndexingStatus) {
    return this.documents.indexingStatus(request);
  }

  storage({ project_id }: InProject) {
    return this.stored.of(project_id);
  }

  reserve(request: ReserveFile) {
    return this.rooms.reserve(request);
  }

  store(request: StoreDocuments, caller: Caller) {
    return this.storing.store(request, caller);
  }

  release(request: ReleaseFiles) {
    return this.rooms.release(request);
  }

  file(request: DocumentReference) {
    return this.documents.file(request);
  }
}
