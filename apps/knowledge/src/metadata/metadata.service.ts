import { Injectable } from '@nestjs/common';
import type {
  AddMetadata,
  Caller,
  DocumentDetail,
  DocumentReference,
  MetadataKeyRemoved,
  MetadataPairRemoved,
  Pair,
  RemoveMetadataKey,
  RemoveMetadataPair,
} from '@pks/contracts';
import { Clock, Database, Json } from '@pks/platform';
import { DocumentConsequences } from '../documents/document-consequences.ts';
import type { Document } from '../documents/document.entity.ts';
import { DocumentsRepository } from '../documents/documents.repository.ts';

/** What a change of metadata comes to. */
interface Labelling {
  /** Pairs that are there now and were not, or were there and are not. */
  readonly changed: number;
  readonly document: Json<DocumentDetail>;
}

/** How documents are labelled (decisions 4). A change that changes nothing leaves no trace. */
@Injectable()
export class MetadataService {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly consequences: DocumentConsequences,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** After those that are there, in the order in which they are given. @throws NotPossible when it were too many. */
  async add(request: AddMetadata, caller: Caller): Promise<Json<DocumentDetail>> {
    const pairs = request.pairs.map(({ key, value }): Pair => [key, value]);
    const { document } = await this.change(request, caller, 'Added metadata to', (one) =>
      one.label(pairs, this.clock.now()),
    );
    return document;
  }

  /** Exactly this pair. */
  async removePair(request: RemoveMetadataPair, caller: Caller): Promise<Json<MetadataPairRemoved>> {
    const { key, value } = request;
    const { changed, document } = await this.change(request, caller, 'Removed metadata from', (one) =>
      one.unlabel((pair) => pair[0] === key && pair[1] === value, this.clock.now()),
    );
    return new Json(`{"removed":${changed},"document":${document.text}}`);
  }

  /** All pairs with exactly this key. */
  async removeKey(request: RemoveMetadataKey, caller: Caller): Promise<Json<MetadataKeyRemoved>> {
    const { changed, document } = await this.change(request, caller, 'Removed metadata from', (one) =>
      one.unlabel((pair) => pair[0] === request.key, this.clock.now()),
    );
    return new Json(`{"removed_count":${changed},"document":${document.text}}`);
  }

  private change(
    { project_id, document_id }: DocumentReference,
    caller: Caller,
    what: string,
    change: (document: Document) => readonly Pair[],
  ): Promise<Labelling> {
    return this.database.transaction(async () => {
      const document = await this.documents.lockWithMetadata(project_id, document_id);
      const before = document.metadata;
      const changed = change(document);
      if (changed.length > 0) {
        await this.documents.label(document, before);
        const told = `${what} "${document.name}": ${keysOf(changed)}.`;
        await this.consequences.ofChanging(document, caller, told);
      }
      return { changed: changed.length, document: await this.documents.view(project_id, document_id) };
    });
  }
}

/** Values may be long, and are told by the document itself. */
function keysOf(pairs: readonly Pair[]): string {
  return [...new Set(pairs.map(([key]) => `"${key}"`))].join(', ');
}
