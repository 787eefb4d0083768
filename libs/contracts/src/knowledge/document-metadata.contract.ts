import { contract, list, page, rpc } from '../kit/contract.ts';
import { Integer, ListOf, Nested, Text, Texts, Words } from '../kit/fields.ts';
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

export class MetadataPair {
  @Text(KEY)
  readonly key!: string;

  @Text(VALUE)
  readonly value!: string;
}

/** What the body names: one pair, or a list of them. Pairs that the document has already change nothing; more than a document may have: 400. */
export class AddMetadata extends DocumentReference {
  @ListOf(MetadataPair, { maxItems: MAX_METADATA })
  readonly pairs!: readonly MetadataPair[];
}

export class RemoveMetadataPair extends DocumentReference {
  @Text(KEY)
  readonly key!: string;

  @Text(VALUE)
  readonly value!: string;
}

export class RemoveMetadataKey extends DocumentReference {
  @Text(KEY)
  readonly key!: string;
}

export class MetadataPairRemoved {
  @Integer({ description: '1, or 0 where the document had no such pair.' })
  readonly removed!: number;

  @Nested(DocumentDetail)
  readonly document!: DocumentDetail;
}

export class MetadataKeyRemoved {
  @Integer()
  readonly removed_count!: number;

  @Nested(DocumentDetail)
  readonly document!: DocumentDetail;
}

export class GetMetadataValues extends InProject {
  @Text({ ...KEY, in: 'query' })
  readonly key!: string;
}

/** The values that documents have under a key: the 1,000 most frequent, most frequent first. */
export class MetadataValues {
  @Words()
  readonly key!: string;

  @Texts()
  readonly values!: readonly string[];
}

export class CountedValue {
  @Words()
  readonly value!: string;

  @Integer({ description: 'How many documents have it.' })
  readonly count!: number;
}

/** A key of metadata, with how many documents have it. */
export class AvailableMetadata {
  @Words()
  readonly key!: string;

  @Integer({ description: 'Pairs with this key.' })
  readonly count!: number;

  @Integer({ description: 'Different values.' })
  readonly value_count!: number;

  @ListOf(CountedValue, {
    description:
      'The 100 most frequent, most frequent first; without the last ones where all keys together hold over 8 MiB of values.',
  })
  readonly values!: readonly CountedValue[];
}

/** A document matches when any of its metadata's values is one of these, compared after Unicode case folding. */
export class FilterByMetadata extends ProjectPage {
  @Texts({ max: MAX_METADATA_VALUE, maxItems: 1000, example: ['sales'] })
  readonly metadata_values!: readonly string[];
}

/** What documents are labelled with, and finding them by it (api.md Documents, decisions 4). */
export const documentMetadata = contract('knowledge.document-metadata', {
  add: rpc(AddMetadata).returns(DocumentDetail),
  removePair: rpc(RemoveMetadataPair).returns(MetadataPairRemoved),
  removeKey: rpc(RemoveMetadataKey).returns(MetadataKeyRemoved),
  values: rpc(GetMetadataValues).returns(MetadataValues),
  available: rpc(InProject).returns(list(AvailableMetadata)),
  filter: rpc(FilterByMetadata).returns(page(DocumentItem)),
});
