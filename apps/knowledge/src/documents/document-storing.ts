import { Injectable } from '@nestjs/common';
import type { Caller, DocumentItem, StoreDocuments } from '@pks/contracts';
import { Clock, Conflict, Database, Invalid } from '@pks/platform';
import {
  distinct,
  lengthOf,
  MAX_METADATA_CHARACTERS,
  normalized,
  TOO_LONG,
} from '../metadata-index/pairs.ts';
import { DocumentConsequences } from './document-consequences.ts';
import { formatOf } from './document-format.ts';
import { DocumentRoomsRepository } from './document-rooms.repository.ts';
import { DocumentViews } from './document-views.ts';
import { Document } from './document.entity.ts';
import { DocumentsRepository } from './documents.repository.ts';
import { Storage } from './storage.ts';

/** Stores uploaded files as documents (decisions 4). */
@Injectable()
export class DocumentStoring {
  constructor(
    private readonly rooms: DocumentRoomsRepository,
    private readonly documents: DocumentsRepository,
    private readonly storage: Storage,
    private readonly views: DocumentViews,
    private readonly consequences: DocumentConsequences,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Creates documents for all of the files, or for none. @throws Conflict if a room does not exist any more, or belongs to another project; TooLarge. */
  async store(request: StoreDocuments, caller: Caller): Promise<readonly DocumentItem[]> {
    const { project_id: projectId, files, skip_parsing } = request;
    if (files.length === 0) throw Invalid.field('files', 'Send at least one file.');
    if (files.some(({ metadata }) => lengthOf(metadata.map(normalized)) > MAX_METADATA_CHARACTERS)) {
      throw Invalid.field('files_metadata', TOO_LONG);
    }
    return this.database.transaction(async () => {
      const reserved = await this.rooms.take(
        projectId,
        files.map(({ document_id }) => document_id),
      );
      if (reserved.length !== files.length)
        throw new Conflict('A file took too long to arrive. Send the files again.');
      const documents = await this.insert(request, caller);
      const write = { projectId, documents, caller, at: documents[0]?.createdAt ?? this.clock.now() };
      await this.consequences.ofStoring(write);
      const kept = documents.filter(({ indexingStatus }) => indexingStatus === 'active');
      if (!skip_parsing) await this.consequences.ofKeeping(kept, write.at);
      const sizes = files.map(({ file_size }) => file_size);
      await this.storage.settle(projectId, sum(reserved), sum(sizes));
      return documents.map((document) => this.views.item(document));
    });
  }

  /** The new documents, in the order of the files. */
  private async insert(request: StoreDocuments, uploader: Caller): Promise<Document[]> {
    const { project_id: projectId, files, skip_parsing } = request;
    const types = files.map(({ content_type }) => content_type);
    const { first, at } = await this.documents.places(projectId, types, this.clock.now());
    const documents = files.map((file, place) => {
      const format = formatOf(file.content_type, file.name);
      return Document.of({
        projectId,
        file,
        number: first + place,
        format,
        metadata: distinct(file.metadata.map(normalized)),
        // A document without text is complete immediately.
        indexingStatus: skip_parsing || !format ? 'active' : 'created',
        uploader,
        now: at,
      });
    });
    await this.documents.insert(projectId, documents);
    return documents;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
