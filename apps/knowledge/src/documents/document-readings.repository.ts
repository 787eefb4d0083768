import { Injectable } from '@nestjs/common';
import { Clock, Database, Outbox, statement } from '@pks/platform';
import { In, IsNull, Not } from 'typeorm';
import type { ReadDocument, Section } from '../reading/section.ts';
import { failed, processed } from './document-events.ts';
import { Document } from './document.entity.ts';

/** The amount of text per statement. Characters. */
const BATCH = 1_000_000;

const KEEP = statement<object>(
  'document_sections_keep',
  `INSERT INTO document_sections (project_id, document_id, position, page, heading, text, continues)
   SELECT $1, $2, $3 + row_number() OVER () - 1, page, heading, text, continues
     FROM unnest($4::integer[], $5::text[], $6::text[], $7::boolean[]) read (page, heading, text, continues)`,
);

/** Stores the progress of reading and indexing documents. Documents that are deleted or were read already do not change. */
@Injectable()
export class DocumentReadingsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Records the start of a reading, and returns the document; null when there is nothing to read. */
  begin(projectId: string, id: string): Promise<Document | null> {
    return this.change(projectId, id, (document) => document.beginReading());
  }

  /** Records that a reading was interrupted, for a reason other than the file: it does not count. */
  async interrupt(projectId: string, id: string): Promise<void> {
    await this.change(projectId, id, (document) => document.interruptReading());
  }

  /** Stores the text, which is to be indexed next. False where there is nothing to read any more. */
  async keep(projectId: string, id: string, read: ReadDocument): Promise<boolean> {
    const document = await this.change(projectId, id, async (found) => {
      found.finishReading(read.page_count, this.clock.now());
      await this.keepSections(found, read.sections);
    });
    return document !== null;
  }

  /** Records that the document is indexed, and publishes the event of it, once. */
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

  /** Stores why the document cannot be read, and publishes the event of it. */
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
      const { manager } = this.database;
      const unread = {
        projectId,
        id,
        status: 'active',
        indexingStatus: In(['created', 'indexing']),
        readAt: IsNull(),
      } as const;
      const lock = { mode: 'pessimistic_write' } as const;
      const document = await manager.findOne(Document, { where: unread, lock });
      if (!document) return null;
      await change(document);
      const { indexingStatus, indexingError, readings, readingTurn, readAt, pageCount, updatedAt } = document;
      const columns = { indexingStatus, indexingError, readings, readingTurn, readAt, pageCount, updatedAt };
      await manager.update(Document, { projectId, id }, columns);
      return document;
    });
  }

  private async keepSections({ projectId, id }: Document, sections: readonly Section[]): Promise<void> {
    let kept = 0;
    for (const batch of batchesOf(sections)) {
      const columns = [
        batch.map(({ page }) => page),
        batch.map(({ heading }) => heading),
        batch.map(({ text }) => text),
        batch.map(({ continues = false }) => continues),
      ];
      await this.database.rows(KEEP, [projectId, id, kept, ...columns]);
      kept += batch.length;
    }
  }
}

/** The sections in groups, one per statement. */
function* batchesOf(sections: readonly Section[]): Generator<readonly Section[]> {
  let [first, length] = [0, 0];
  for (const [place, { heading, text }] of sections.entries()) {
    length += heading.length + text.length;
    if (length < BATCH) continue;
    yield sections.slice(first, place + 1);
    [first, length] = [place + 1, 0];
  }
  if (first < sections.length) yield sections.slice(first);
}
