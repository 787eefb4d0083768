import { Injectable } from '@nestjs/common';
import type { Caller } from '@pks/contracts';
import { Jobs, Outbox } from '@pks/platform';
import { ChangelogRepository } from '../changelog/changelog.repository.ts';
import { processed } from './document-events.ts';
import { type DocumentToDo, deleteDocument, readDocument } from './document-jobs.ts';
import type { Document } from './document.entity.ts';

/** So many names are told of many documents. */
const NAMES = 3;

/** A write to documents of one project. */
export interface DocumentWrite {
  readonly projectId: string;
  readonly documents: readonly Document[];
  readonly caller: Caller;
  readonly at: Date;
}

/** What follows a write to documents, in its transaction: an entry of the changelog, jobs, and what others are told. */
@Injectable()
export class DocumentConsequences {
  constructor(
    private readonly changelog: ChangelogRepository,
    private readonly jobs: Jobs,
    private readonly outbox: Outbox,
  ) {}

  /** Those that are to be read will be. */
  async ofStoring(write: DocumentWrite): Promise<void> {
    await this.tell(write, `Uploaded ${namesOf(write.documents)}.`);
    const unread = write.documents.filter(({ indexingStatus }) => indexingStatus === 'created');
    await this.jobs.addAll(readDocument, unread.map(toDo));
  }

  /** The uploader is told of documents that are kept without text as of those that were read. */
  async ofKeeping(documents: readonly Document[], at: Date): Promise<void> {
    if (documents.length > 0) await this.outbox.add(documents.map((document) => processed(document, at)));
  }

  /** What is left of them is deleted. */
  async ofDeleting(write: DocumentWrite): Promise<void> {
    await this.tell(write, `Deleted ${namesOf(write.documents)}.`);
    await this.jobs.addAll(deleteDocument, write.documents.map(toDo));
  }

  /** Of a document that is locked and written to. */
  ofChanging(document: Document, caller: Caller, description: string): Promise<void> {
    const { projectId, updatedAt: at } = document;
    return this.tell({ projectId, documents: [document], caller, at }, description);
  }

  private async tell({ projectId, caller, at }: DocumentWrite, description: string): Promise<void> {
    await this.changelog.addOfDocuments(projectId, at, caller, description);
  }
}

function toDo({ projectId, id }: Document): { about: DocumentToDo; key: string } {
  return { about: { project_id: projectId, document_id: id }, key: id };
}

function namesOf(documents: readonly Document[]): string {
  const names = documents.slice(0, NAMES).map(({ name }) => `"${name}"`);
  const more = documents.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ');
}
