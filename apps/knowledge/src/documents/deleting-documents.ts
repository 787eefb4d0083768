import { BlobStore, type Job, type Worker, Works, reach } from '@pks/platform';
import { Indexing } from '../indexing/indexing.ts';
import { deleteDocument } from './document-jobs.ts';
import { blobKeyOf } from './document.entity.ts';
import { DocumentsRepository } from './documents.repository.ts';

/**
 * Deletes what is left of documents that are nobody's any more: its file and its passages first, the row last. Whoever dies in between leaves
 * the row, and the job, to another.
 */
@Works(deleteDocument)
export class DeletingDocuments implements Worker<typeof deleteDocument> {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly blobs: BlobStore,
    private readonly indexing: Indexing,
  ) {}

  async work({ about: { project_id, document_id } }: Job<typeof deleteDocument>): Promise<void> {
    if (!(await this.documents.isLeft(project_id, document_id))) return;
    await this.erase(project_id, document_id);
    await this.documents.remove(project_id, document_id);
  }

  /** What is kept of a document outside of the database; it may be asked to again. */
  private async erase(projectId: string, id: string): Promise<void> {
    await this.blobs.delete(blobKeyOf(projectId, id));
    await this.indexing.erase(projectId, id);
    reach('erased');
  }
}
