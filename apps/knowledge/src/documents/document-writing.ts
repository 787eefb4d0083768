import { Injectable } from '@nestjs/common';
import type {
  BulkDeleteDocuments,
  Caller,
  DocumentDetail,
  DocumentReference,
  DocumentsDeleted,
  RenameDocument,
} from '@pks/contracts';
import { Clock, Database, type Json, NotFound } from '@pks/platform';
import { SourceChanges } from '../source-changes/source-changes.ts';
import { DocumentConsequences } from './document-consequences.ts';
import { DocumentsRepository } from './documents.repository.ts';

/** Renames and deletes documents (decisions 4). */
@Injectable()
export class DocumentWriting {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly consequences: DocumentConsequences,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly changes: SourceChanges,
  ) {}

  /** Writes nothing if the name is the same. @throws NotFound */
  rename(request: RenameDocument, caller: Caller): Promise<Json<DocumentDetail>> {
    const { project_id, document_id, name } = request;
    return this.database.transaction(async () => {
      const document = await this.documents.lock(project_id, document_id);
      const before = document.name;
      if (name !== before) {
        document.rename(name, this.clock.now());
        await this.documents.store(document);
        await this.consequences.ofChanging(document, caller, `Renamed "${before}" to "${name}".`);
        await this.changes.announce('document', document);
      }
      return this.documents.view(project_id, document_id);
    });
  }

  /** Hides the document; a job deletes its file, its text and its row. @throws NotFound also for a deleted document. */
  async remove({ project_id, document_id }: DocumentReference, caller: Caller): Promise<void> {
    if ((await this.delete(project_id, [document_id], caller)) === 0) throw new NotFound();
  }

  /** Deletes the documents that exist among these. */
  async bulkRemove(request: BulkDeleteDocuments, caller: Caller): Promise<DocumentsDeleted> {
    return { deleted_count: await this.delete(request.project_id, request.document_ids, caller) };
  }

  private delete(projectId: string, ids: readonly string[], caller: Caller): Promise<number> {
    return this.database.transaction(async () => {
      const documents = await this.documents.lockToDelete(projectId, ids);
      if (documents.length === 0) return 0;
      const at = this.clock.now();
      await this.documents.leave(projectId, documents, at);
      await this.consequences.ofDeleting({ projectId, documents, caller, at });
      return documents.length;
    });
  }
}
