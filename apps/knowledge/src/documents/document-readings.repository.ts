import { Injectable } from '@nestjs/common';
import type { DocumentTextSection } from '@pks/contracts';
import { Clock, Database, Outbox, statement } from '@pks/platform';
import { In, IsNull, Not } from 'typeorm';
import { failed, processed } from './document-events.ts';
import { Document } from './document.entity.ts';

const KEEP = statement<object>(
  'document_sections_keep',
  `INSERT INTO document_sections (project_id, document_id, position, page, heading, text, continues)
   SELECT $1, $2, $3 + row_number() OVER () - 1, page, heading, text, continues
     FROM unnest($4::integer[], $5::text[], $6::text[], $7::boolean[]) read (page, heading, text, continues)
   ON CONFLICT ON CONSTRAINT document_sections_pkey DO NOTHING`,
);

const CLEAR = statement<object>(
  'document_sections_clear',
  'DELETE FROM document_sections WHERE project_id = $1 AND document_id = $2',
);

const COUNT = statement<{ count: number }>(
  'document_sections_count',
  'SELECT count(*)::integer AS count FROM document_sections WHERE project_id = $1 AND document_id = $2',
);

/** Stores the progress of reading and indexing documents. Documents that were deleted or already read do not change. */
@Injectable()
export class DocumentReadingsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Records the start of a reading, deletes what an earlier one stored, and returns the document; null if there is nothing to read. */
  begin(projectId: string, id: string): Promise<Document | null> {
    return this.change(projectId, id, async (document) => {
      document.beginReading();
      await this.database.rows(CLEAR, [projectId, id]);
    });
  }

  /** Records that a reading was interrupted, for a reason other than the file, and does not count. */
  async interrupt(projectId: string, id: string): Promise<void> {
    await this.change(projectId, id, (document) => document.interruptReading());
  }

  /** Stores sections of a text, from a position on; may be repeated. False if there is nothing to read any more. */
  async keep(
    projectId: string,
    id: string,
    from: number,
    sections: readonly DocumentTextSection[],
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.unread(projectId, id))) return false;
      const columns = [
        sections.map(({ page }) => page),
        sections.map(({ heading }) => heading),
        sections.map(({ text }) => text),
        sections.map(({ continues = false }) => continues),
      ];
      await this.database.rows(KEEP, [projectId, id, from, ...columns]);
      return true;
    });
  }

  /** Records that the text is complete, and is to be indexed next. False if there is nothing to read any more. */
  async finish(projectId: string, id: string, pageCount: number): Promise<boolean> {
    const finish = (document: Document) => document.finishReading(pageCount, this.clock.now());
    return (await this.change(projectId, id, finish)) !== null;
  }

  /** The number of stored sections. */
  async sections(projectId: string, id: string): Promise<number> {
    return (await this.database.rows(COUNT, [projectId, id]))[0]?.count ?? 0;
  }

  /** Records that the document is indexed, and publishes that its processing is complete, once. */
  async indexed(projectId: string, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const where = {
        projectId,
        id,
        status: 'active',
        indexingStatus: 'indexing',
        readAt: Not(IsNull()),
      } as const;
      const { manager } = this.database;
      const document = await manager.findOne(Document, { where, lock: { mode: 'pessimistic_write' } });
      if (!document) return;
      const now = this.clock.now();
      document.finishIndexing(now);
      const { indexingStatus, updatedAt } = document;
      await manager.update(Document, { projectId, id }, { indexingStatus, updatedAt });
      await this.outbox.add([processed(document, now)]);
    });
  }

  /** Stores why the document cannot be read, and publishes that it failed. */
  async fail(projectId: string, id: string, why: string): Promise<void> {
    await this.change(projectId, id, async (document) => {
      const now = this.clock.now();
      document.failReading(why, now);
      await this.outbox.add([failed(document, now)]);
    });
  }

  private change(
    projectId: string,
    id: string,
    change: (document: Document) => void | Promise<void>,
  ): Promise<Document | null> {
    return this.database.transaction(async () => {
      const document = await this.unread(projectId, id);
      if (!document) return null;
      await change(document);
      const { indexingStatus, indexingError, readings, readingTurn, readAt, pageCount, updatedAt } = document;
      const columns = { indexingStatus, indexingError, readings, readingTurn, readAt, pageCount, updatedAt };
      await this.database.manager.update(Document, { projectId, id }, columns);
      return document;
    });
  }

  /** A document that is to be read, locked; null if there is nothing to read. */
  private unread(projectId: string, id: string): Promise<Document | null> {
    const where = {
      projectId,
      id,
      status: 'active',
      indexingStatus: In(['created', 'indexing']),
      readAt: IsNull(),
    } as const;
    return this.database.manager.findOne(Document, { where, lock: { mode: 'pessimistic_write' } });
  }
}
