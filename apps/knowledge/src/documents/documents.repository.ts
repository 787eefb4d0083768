import { Injectable } from '@nestjs/common';
import type { DocumentDetail, Pair } from '@pks/contracts';
import { Database, Json, NotFound, statement } from '@pks/platform';
import { In } from 'typeorm';
import { without } from '../metadata/labels.ts';
import { MetadataIndex } from '../metadata/metadata-index.ts';
import { DocumentCatalogsRepository, type Places } from './document-catalogs.repository.ts';
import { DETAIL, type DetailRow, detailJson } from './document-row.ts';
import { Document } from './document.entity.ts';

const VIEW = statement<DetailRow>(
  'documents_view',
  `SELECT ${DETAIL} FROM documents d WHERE d.project_id = $1 AND d.id = $2 AND d.status = 'active'`,
);

/**
 * Remembers documents, with each write how many there are and what they are labelled with. What is being deleted is not
 * found here. What a write locks it locks in this order: rooms, the catalog, documents by their ids.
 */
@Injectable()
export class DocumentsRepository {
  constructor(
    private readonly database: Database,
    private readonly catalogs: DocumentCatalogsRepository,
    private readonly index: MetadataIndex,
  ) {}

  /** The document as the API shows it. @throws NotFound */
  async view(projectId: string, id: string): Promise<Json<DocumentDetail>> {
    const [row] = await this.database.rows(VIEW, [projectId, id]);
    if (!row) throw new NotFound();
    return new Json(detailJson(row));
  }

  /** @throws NotFound */
  async require(projectId: string, id: string): Promise<Document> {
    const document = await this.database.manager.findOneBy(Document, { projectId, id, status: 'active' });
    if (!document) throw new NotFound();
    return document;
  }

  /** Takes places for documents of these types, which are inserted in the same transaction. */
  places(projectId: string, contentTypes: readonly string[], now: Date): Promise<Places> {
    return this.catalogs.take(projectId, contentTypes, now);
  }

  /** New documents of one project, in the places that were taken for them. */
  async insert(projectId: string, documents: readonly Document[]): Promise<void> {
    await this.database.manager.insert(Document, [...documents]);
    await this.index.add(projectId, documents);
  }

  /** One, locked until the end of the transaction; its metadata stays as it is. @throws NotFound */
  async lock(projectId: string, id: string): Promise<Document> {
    const [document] = await this.lockAll(projectId, [id]);
    if (!document) throw new NotFound();
    return document;
  }

  /** One whose metadata may change: its catalog is locked before it. @throws NotFound */
  async lockWithMetadata(projectId: string, id: string): Promise<Document> {
    await this.catalogs.lock(projectId);
    return this.lock(projectId, id);
  }

  /** Those of these that are there, to be deleted: their catalog is locked before them. */
  async lockToDelete(projectId: string, ids: readonly string[]): Promise<Document[]> {
    await this.catalogs.lock(projectId);
    return this.lockAll(projectId, ids);
  }

  /** Writes a locked document back; its metadata stays as it is. */
  async store({ projectId, id, metadata: _metadata, ...columns }: Document): Promise<void> {
    await this.database.manager.update(Document, { projectId, id }, columns);
  }

  /** Writes a document back that was locked with its metadata, which was another before. */
  async label(document: Document, before: readonly Pair[]): Promise<void> {
    const { projectId, id, number, metadata, updatedAt } = document;
    await this.database.manager.update(Document, { projectId, id }, { metadata, updatedAt });
    const added = { number, metadata: without(metadata, before) };
    const removed = { number, metadata: without(before, metadata) };
    if (added.metadata.length > 0) await this.index.add(projectId, [added]);
    if (removed.metadata.length > 0) await this.index.remove(projectId, [removed], [document]);
  }

  /** Makes locked documents of one project nobody's: what is left of them is to be deleted. */
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

  /** Whether the document is being deleted and something is left of it. */
  isLeft(projectId: string, id: string): Promise<boolean> {
    return this.database.manager.existsBy(Document, { projectId, id, status: 'deleting' });
  }

  /** Deletes the row of one that is being deleted, with its sections. */
  async remove(projectId: string, id: string): Promise<void> {
    await this.database.manager.delete(Document, { projectId, id, status: 'deleting' });
  }

  private lockAll(projectId: string, ids: readonly string[]): Promise<Document[]> {
    return this.database.manager.find(Document, {
      where: { projectId, id: In([...ids]), status: 'active' },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
