import { Injectable } from '@nestjs/common';
import type { Caller } from '@pks/contracts';
import { Jobs, Outbox } from '@pks/platform';
import { ChangelogRepository } from '../changelog/changelog.repository.ts';
import { processed } from './document-events.ts';
import { type DocumentToDo, deleteDocument } from './document-jobs.ts';
import type { Document } from './document.entity.ts';
import { listed } from './changelog-names.ts';
import { SourceChanges } from '../source-changes/source-changes.ts';
import { ReadingLine } from './reading-line.ts';

/** A write to documents of one project. */
export interface DocumentWrite {
  readonly projectId: string;
  readonly documents: readonly Document[];
  readonly caller: Caller;
  readonly at: Date;
}

/** Adds what follows from a write to documents, in its transaction: a changelog entry, jobs and events. */
@Injectable()
export class DocumentConsequences {
  constructor(
    private readonly changelog: ChangelogRepository,
    private readonly line: ReadingLine,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
    private readonly changes: SourceChanges,
  ) {}

  /** Adds the consequences of an upload; if any of its documents wait to be read, advances the line. */
  async ofStoring(write: DocumentWrite): Promise<void> {
    await this.record(write, `Uploaded ${namesOf(write.documents)}.`);
    if (write.documents.some(({ readingTurn }) => readingTurn === 'waiting')) {
      await this.line.advance(write.projectId);
    }
  }

  /** For documents that are stored without text, publishes the event that otherwise follows the reading and indexing. */
  async ofKeeping(documents: readonly Document[], at: Date): Promise<void> {
    if (documents.length > 0) await this.outbox.add(documents.map((document) => processed(document, at)));
  }

  /** Adds the jobs that delete files and rows, and announces the deletion to the search service. */
  async ofDeleting(write: DocumentWrite): Promise<void> {
    await this.record(write, `Deleted ${namesOf(write.documents)}.`);
    await this.jobs.addAll(deleteDocument, write.documents.map(toDo));
    await this.changes.announce('document', ...write.documents);
  }

  /** Adds the changelog entry of a change to a locked document. */
  ofChanging(document: Document, caller: Caller, description: string): Promise<void> {
    const { projectId, updatedAt: at } = document;
    return this.record({ projectId, documents: [document], caller, at }, description);
  }

  private async record({ projectId, caller, at }: DocumentWrite, description: string): Promise<void> {
    await this.changelog.addOfDocuments(projectId, at, caller, description);
  }
}

function toDo({ projectId, id }: Document): { payload: DocumentToDo; key: string } {
  return { payload: { project_id: projectId, document_id: id }, key: id };
}

function namesOf(documents: readonly Document[]): string {
  return listed(documents.map(({ name }) => name));
}
