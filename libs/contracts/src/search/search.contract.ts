import { contract, kept, list, reading, rpc, through } from '../kit/contract.ts';
import { Decimal, Integer, Nested, OneOf, SomeOf, Text, Texts, Uuid, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { MAX_METADATA_VALUE } from '../knowledge/documents.contract.ts';

/** The kinds of sources that contain passages. */
export const SOURCE_KINDS = ['artifact', 'document', 'interview'] as const;
/** The kind of one source. */
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** How passages are found: by their words, by what they mean, or by both together. */
export const SEARCH_MODES = ['words', 'meaning', 'both'] as const;
/** How a search finds passages. */
export type SearchMode = (typeof SEARCH_MODES)[number];

/** Searches a project's artifacts, documents and interviews. */
export class SearchKnowledge extends InProject {
  @Text({ max: 2_000, trim: true, example: 'How long may a refund take?' })
  readonly query!: string;

  @Integer({ min: 1, max: 100, default: 10, description: 'The maximum number of passages.' })
  readonly top_k!: number;

  @OneOf(SEARCH_MODES, {
    default: 'both',
    description:
      'By words, also inflected or misspelt ones; by meaning, which finds other words for the same thing; or by both. `meaning` finds nothing, and `both` finds by words alone, while no embedding model is available.',
  })
  readonly mode!: SearchMode;

  @SomeOf(SOURCE_KINDS, {
    default: SOURCE_KINDS,
    description:
      'The kinds of sources to search. Interviews are the summaries of completed interviews that the caller may see.',
  })
  readonly kinds!: readonly SourceKind[];

  @Texts({
    max: MAX_METADATA_VALUE,
    maxItems: 100,
    default: [],
    description: 'Only documents with one of these metadata values.',
  })
  readonly metadata_values!: readonly string[];
}

/** Why a passage was found. */
export class PassageMatch {
  @Texts({
    description: 'The words of the query as they are written in the passage, its headings or its title.',
  })
  readonly words!: readonly string[];

  @Decimal({
    nullable: true,
    description:
      'How similar in meaning the passage is to the query, from 0 to 1; null if meanings were not compared.',
  })
  readonly nearness!: number | null;
}

/** A passage of a document, of an artifact's published version, or of the summary of a completed interview. */
export class FoundPassage {
  @OneOf(SOURCE_KINDS)
  readonly kind!: SourceKind;

  @Uuid({ description: 'The id of the document, the artifact or the interview.' })
  readonly id!: string;

  @Words({ nullable: true, description: 'The slug of the artifact; otherwise null.' })
  readonly slug!: string | null;

  @Words({ description: 'The name of the document or the interview, or the title of the artifact.' })
  readonly title!: string;

  @Integer({
    nullable: true,
    description: 'The published version that contains the passage; null for documents and interviews.',
  })
  readonly version_number!: number | null;

  @Integer({ nullable: true, description: 'The page of a document, from 1; otherwise null.' })
  readonly page!: number | null;

  @Words({
    description: 'The headings above the passage, or the topic of an interview; empty if there are none.',
  })
  readonly heading!: string;

  @Words()
  readonly text!: string;

  @Decimal({ description: 'From 0 to 1, best first. Comparable within one response only.' })
  readonly score!: number;

  @Nested(PassageMatch)
  readonly matched_by!: PassageMatch;
}

/** Finds passages by words, meaning or both, only in what the caller may read: admins find all interviews, others their own. */
export const search = contract('search.passages', {
  find: kept(through(reading(rpc(SearchKnowledge).by('view').returns(list(FoundPassage))), 'agents'), 'user'),
});
