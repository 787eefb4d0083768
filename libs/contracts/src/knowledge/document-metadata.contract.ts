import { contract, list, page, reading, rpc, service, textsByKey } from '../kit/contract.ts';
import { Flag, Integer, ListOf, Nested, Text, Texts, Words } from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';
import {
  DocumentDetail,
  DocumentItem,
  DocumentReference,
  MAX_METADATA,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
} from './documents.contract.ts';

const KEY = { max: MAX_METADATA_KEY, example: 'department' } as const;
const VALUE = { max: MAX_METADATA_VALUE, blank: true, example: 'Sales' } as const;

/** A key and a value of a document's metadata. */
export class MetadataPair {
  @Text(KEY)
  readonly key!: string;

  @Text(VALUE)
  readonly value!: string;
}

/** The body is a pair or a list of pairs. Pairs that the document already has are ignored; exceeding the most pairs of a document is a 400. */
export class AddMetadata extends DocumentReference {
  @ListOf(MetadataPair, { maxItems: MAX_METADATA })
  readonly pairs!: readonly MetadataPair[];
}

/** Removes one pair from a document. */
export class RemoveMetadataPair extends DocumentReference {
  @Text(KEY)
  readonly key!: string;

  @Text(VALUE)
  readonly value!: string;
}

/** Removes all pairs with a key from a document. */
export class RemoveMetadataKey extends DocumentReference {
  @Text(KEY)
  readonly key!: string;
}

/** Whether a pair was removed, and the document afterwards. */
export class MetadataPairRemoved {
  @Flag({ description: 'False if the document had no such pair.' })
  readonly removed!: boolean;

  @Nested(DocumentDetail)
  readonly document!: DocumentDetail;
}

/** How many pairs were removed, and the document afterwards. */
export class MetadataKeyRemoved {
  @Integer()
  readonly removed_count!: number;

  @Nested(DocumentDetail)
  readonly document!: DocumentDetail;
}

/** Requests the values of a key in all documents. */
export class GetMetadataValues extends InProject {
  @Text({ ...KEY, in: 'query' })
  readonly key!: string;
}

/** Requests the values of a key in one document. */
export class GetDocumentMetadataValues extends DocumentReference {
  @Text({ ...KEY, in: 'query' })
  readonly key!: string;
}

/** The values of a key: of one document, in their order; of all documents, the 1,000 most frequent, most frequent first. */
export class MetadataValues {
  @Words()
  readonly key!: string;

  @Texts()
  readonly values!: readonly string[];
}

/** A value of metadata, with the number of documents that have it. */
export class CountedValue {
  @Words()
  readonly value!: string;

  @Integer({ description: 'How many documents have this value.' })
  readonly count!: number;
}

/** A key of metadata, with the number of its pairs, and its most frequent values. */
export class AvailableMetadata {
  @Words()
  readonly key!: string;

  @Integer({ description: 'The number of pairs with this key.' })
  readonly count!: number;

  @Integer({ description: 'The number of distinct values.' })
  readonly value_count!: number;

  @ListOf(CountedValue, {
    description:
      'The 100 most frequent values, most frequent first; fewer if the values of all keys exceed 8 MiB.',
  })
  readonly values!: readonly CountedValue[];
}

/** A document matches if any of its metadata values is one of these, compared after Unicode case folding. */
export class FilterByMetadata extends ProjectPage {
  @Texts({ max: MAX_METADATA_VALUE, maxItems: 1000, example: ['sales'] })
  readonly metadata_values!: readonly string[];
}

/** Finds documents that have every one of these pairs: the key exactly, the value after Unicode case folding, both in either encoding (NFC, NFD). */
export class MatchMetadata extends InProject {
  @ListOf(MetadataPair, { maxItems: MAX_METADATA })
  readonly pairs!: readonly MetadataPair[];

  @Integer({ min: 1, max: 100 })
  readonly limit!: number;
}

/** The metadata of documents, and finding documents by their metadata (api.md Documents, decisions 4). */
export const documentMetadata = contract('knowledge.document-metadata', {
  add: rpc(AddMetadata).by('admin').returns(DocumentDetail),
  removePair: rpc(RemoveMetadataPair).by('admin').returns(MetadataPairRemoved),
  removeKey: rpc(RemoveMetadataKey).by('admin').returns(MetadataKeyRemoved),
  values: rpc(GetMetadataValues).by('admin').returns(MetadataValues),
  valuesOfDocument: rpc(GetDocumentMetadataValues).by('admin').returns(MetadataValues),
  /** The first 1,000 keys, each with its 1,000 most frequent values, or fewer if all values together exceed 8 MiB. */
  valuesByKey: rpc(InProject).by('admin').returns(textsByKey),
  available: rpc(InProject).by('admin').returns(list(AvailableMetadata)),
  filter: reading(rpc(FilterByMetadata).by('view').returns(page(DocumentItem))),
  /** Newest first. If more than 1,000 documents have the values, under any keys, only the newest 1,000 are checked. */
  match: rpc(MatchMetadata).by(service('agents')).returns(list(DocumentItem)),
});
