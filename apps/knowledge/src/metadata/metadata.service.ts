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
import { listed } from '../documents/changelog-names.ts';
import { inOneEncoding, normalized } from '../metadata-index/pairs.ts';

/** The result of a change of metadata. */
interface Labelling {
  /** The number of pairs that were added or removed. */
  readonly changed: number;
  readonly document: Json<DocumentDetail>;
}

/** Adds metadata to documents, and removes it (decisions 4). A change without effect writes nothing. */
@Injectable()
export class MetadataService {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly consequences: DocumentConsequences,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Appends pairs in their order. @throws NotPossible if there would be too many. */
  async add(request: AddMetadata, caller: Caller): Promise<Json<DocumentDetail>> {
    const pairs = request.pairs.map(({ key, value }): Pair => [key, value]);
    const { document } = await this.change(request, caller, 'Added metadata to', (one) =>
      one.label(pairs, this.clock.now()),
    );
    return document;
  }

  /** Removes this pair, in either encoding. */
  async removePair(request: RemoveMetadataPair, caller: Caller): Promise<Json<MetadataPairRemoved>> {
    const [key, value] = normalized([request.key, request.value]);
    const { changed, document } = await this.change(request, caller, 'Removed metadata from', (one) =>
      one.unlabel((pair) => pair[0] === key && pair[1] === value, this.clock.now()),
    );
    return new Json(`{"removed":${changed > 0},"document":${document.text}}`);
  }

  /** Removes all pairs with this key, in either encoding. */
  async removeKey(request: RemoveMetadataKey, caller: Caller): Promise<Json<MetadataKeyRemoved>> {
    const key = inOneEncoding(request.key);
    const { changed, document } = await this.change(request, caller, 'Removed metadata from', (one) =>
      one.unlabel((pair) => pair[0] === key, this.clock.now()),
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
        const description = `${what} "${document.name}": ${keysOf(changed)}.`;
        await this.consequences.ofChanging(document, caller, description);
      }
      return { changed: changed.length, document: await this.documents.view(project_id, document_id) };
    });
  }
}

/** Only the keys: values may be long, and the document shows them. */
function keysOf(pairs: readonly Pair[]): string {
  return listed([...new Set(pairs.map(([key]) => key))]);
}
