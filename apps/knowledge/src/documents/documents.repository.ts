import { Injectable } from '@nestjs/common';
import type { DocumentDetail, Pair } from '@pks/contracts';
import { Database, Json, NotFound, statement } from '@pks/platform';
import { In } from 'typeorm';
import { without } from '../metadata-index/pairs.ts';
import { MetadataIndex } from '../metadata-index/metadata-index.ts';
import { DocumentCatalogsRepository, type Places } from './document-catalogs.repository.ts';
import { DETAIL, type DetailRow } from './document-row.ts';
import { DocumentViews } from './document-views.ts';
import { Document } from './document.entity.ts';

const VIEW = statement<DetailRow>(
  'documents_view',
  `SELECT ${DETAIL} FROM documents d WHERE d.project_id = $1 AND d.id = $2 AND d.status = 'active'`,
);
const REMOVE = statement<{ file_size: number }>(
  'documents_remove',
  `DELETE FROM documents WHERE project_id = $1 AND id = $2 AND status = 'deleting' RETURNING file_size`,
);

/**
 * Reads and writes documents; each write also updates their counts and the index of their metadata. Documents that are
 * being deleted are excluded. A write takes its locks in this order: rooms, the catalog, documents by their ids.
 */
@Injectable()
export class DocumentsRepository {
  constructor(
    private readonly database: Database,
    private readonly catalogs: DocumentCatalogsRepository,
    private readonly index: MetadataIndex,
    private readonly views: DocumentViews,
  ) {}

  /** The document as the API shows it. @throws NotFound */
  async view(projectId: string, id: string): Promise<Json<DocumentDetail>> {
    const [row] = await this.database.rows(VIEW, [projectId, id]);
    if (!row) throw new NotFound();
    return new Json(this.views.detail(row));
  }

  /** @throws NotFound */
  async require(projectId: string, id: string): Promise<Document> {
    const document = await this.database.find(Document, { projectId, id, status: 'active' });
    if (!document) throw new NotFound();
    return document;
  }

  /** Reserves numbers for documents of these types, which are inserted in the same transaction. */
  places(projectId: string, contentTypes: readonly string[], now: Date): Promise<Places> {
    return this.catalogs.take(projectId, contentTypes, now);
  }

  /** Inserts documents of one project under the numbers that were reserved for them. */
  async insert(projectId: string, documents: readonly Document[]): Promise<void> {
    await this.database.manager.insert(Document, [...documents]);
    await this.index.add(projectId, documents);
  }

  /** The document, locked until the end of the transaction, for changes other than of its metadata. @throws NotFound */
  async lock(projectId: string, id: string): Promise<Document> {
    const [document] = await this.lockAll(projectId, [id]);
    if (!document) throw new NotFound();
    return document;
  }

  /** The document, locked after its catalog, so that its metadata may be changed. @throws NotFound */
  async lockWithMetadata(projectId: string, id: string): Promise<Document> {
    await this.catalogs.lock(projectId);
    return this.lock(projectId, id);
  }

  /** The documents that exist among these, locked after their catalog, so that they may be deleted. */
  async lockToDelete(projectId: string, ids: readonly string[]): Promise<Document[]> {
    await this.catalogs.lock(projectId);
    return this.lockAll(projectId, ids);
  }

  /** Stores a locked document except its metadata. */
  async store({ projectId, id, metadata: _metadata, ...columns }: Document): Promise<void> {
    await this.database.manager.update(Document, { projectId, id }, columns);
  }

  /** Stores the changed metadata of a document that `lockWithMetadata` returned. */
  async label(document: Document, before: readonly Pair[]): Promise<void> {
    const { projectId, id, number, metadata, updatedAt } = document;
    await this.database.manager.update(Document, { projectId, id }, { metadata, updatedAt });
    const added = { number, metadata: without(metadata, before) };
    const removed = { number, metadata: without(before, metadata) };
    if (added.metadata.length > 0) await this.index.add(projectId, [added]);
    if (removed.metadata.length > 0) await this.index.remove(projectId, [removed], [document]);
  }

  /** Marks locked documents of one project as being deleted. */
  async leave(projectId: string, documents: readonly Document[], now: Date): Promise<void> {
    const ids = documents.map(({ id }) => id);
    const left = { status: 'deleting', updatedAt: now } as const;
    await this.database.manager.update(Document, { projectId, id: In(ids) }, left);
    await this.catalogs.leave(
      projectId,
      documents.map(({ contentType }) => contentType),
    );
    await this.index.remove(projectId, documents, []);
  }

  /** Whether the document is being deleted and still has its row. */
  isLeft(projectId: string, id: string): Promise<boolean> {
    return this.database.manager.existsBy(Document, { projectId, id, status: 'deleting' });
  }

  /** Deletes the row of a document that is being deleted, with its sections. Returns the size of its file; undefined if there is no row. */
  async remove(projectId: string, id: string): Promise<number | undefined> {
    return (await this.database.rows(REMOVE, [projectId, id]))[0]?.file_size;
  }

  private lockAll(projectId: string, ids: readonly string[]): Promise<Document[]> {
    return this.database.manager.find(Document, {
      where: { projectId, id: In([...ids]), status: 'active' },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
