import { BlobStore, Database, type Job, type Worker, Works, reach } from '@pks/platform';
import { deleteDocument } from './document-jobs.ts';
import { blobKeyOf } from './document.entity.ts';
import { DocumentsRepository } from './documents.repository.ts';
import { Storage } from './storage.ts';

/**
 * Deletes what is left of deleted documents: the file first, the row last. If the process dies meanwhile, another
 * one finds the row and the job.
 */
@Works(deleteDocument)
export class DeletingDocuments implements Worker<typeof deleteDocument> {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly storage: Storage,
    private readonly database: Database,
    private readonly blobs: BlobStore,
  ) {}

  async work({ payload: { project_id, document_id } }: Job<typeof deleteDocument>): Promise<void> {
    if (!(await this.documents.isLeft(project_id, document_id))) return;
    await this.erase(project_id, document_id);
    await this.database.transaction(async () => {
      const bytes = await this.documents.remove(project_id, document_id);
      if (bytes !== undefined) await this.storage.giveBack(project_id, bytes);
    });
  }

  /** Deletes what is stored outside of the database; may be repeated. */
  private async erase(projectId: string, id: string): Promise<void> {
    await this.blobs.delete(blobKeyOf(projectId, id));
    reach('erased');
  }
}
