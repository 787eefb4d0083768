import { contract, list, rpc, service } from '../kit/contract.ts';
import { Flag, Integer, ListOf, OneOf, Text, Texts, Uuid, Uuids, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { TECHNICAL_TYPES, type TechnicalType } from './artifacts.contract.ts';
import { MAX_METADATA_VALUE } from './documents.contract.ts';

/** The kinds of sources that the knowledge service provides to searches. */
export const KNOWLEDGE_SOURCES = ['artifact', 'document'] as const;
/** The kind of one source. */
export type KnowledgeSource = (typeof KNOWLEDGE_SOURCES)[number];

/** The most sources that one call returns or checks. */
export const MOST_SOURCES = 1_000;

/** Some artifacts and documents of a project. */
export class SourcesOfProject extends InProject {
  @Uuids()
  readonly artifacts!: readonly string[];

  @Uuids()
  readonly documents!: readonly string[];
}

/** Sources of any projects. */
export class SourcesOfProjects {
  @ListOf(SourcesOfProject)
  readonly projects!: readonly SourcesOfProject[];
}

/** A document that was read, or a published artifact, with the fields that differ between contents to be indexed. */
export class ExistingSource {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly source_id!: string;

  @Words()
  readonly name!: string;

  @Integer({ nullable: true, description: 'Of an artifact, the published one.' })
  readonly version_number!: number | null;

  @Flag({ description: 'Whether it is a document that is not active before it is indexed.' })
  readonly awaits_indexing!: boolean;
}

/** The published version of an artifact. */
export class PublishedContent extends ExistingSource {
  @OneOf(TECHNICAL_TYPES)
  readonly technical_type!: TechnicalType;

  @Words({ description: 'JSON.' })
  readonly payload!: string;
}

/** Some artifacts of a project. */
export class ArtifactsOfProject extends InProject {
  @Uuids()
  readonly artifacts!: readonly string[];
}

/** Artifacts of any projects. */
export class ArtifactsOfProjects {
  @ListOf(ArtifactsOfProject)
  readonly projects!: readonly ArtifactsOfProject[];
}

/** Requests the sections of a document, from a position on. */
export class SectionsReference extends InProject {
  @Uuid()
  readonly document_id!: string;

  @Integer({ min: 0 })
  readonly from!: number;
}

/** A part of a document's text: the text under one heading on one page. */
export class DocumentTextSection {
  @Integer({ min: 0 })
  readonly page!: number;

  @Text({ blank: true, max: 20_000_000, description: 'The headings above it; "" without any.' })
  readonly heading!: string;

  @Text({ blank: true, max: 20_000_000 })
  readonly text!: string;

  @Flag({ optional: true, description: 'It continues the one before it, without a break.' })
  readonly continues?: boolean;
}

/** A place in the order of all sources of a kind, by project and id, and the most sources to return after it. */
export class SourcesAfter {
  @OneOf(KNOWLEDGE_SOURCES)
  readonly kind!: KnowledgeSource;

  @Uuid()
  readonly after_project!: string;

  @Uuid()
  readonly after_source!: string;

  @Integer({ min: 1, max: MOST_SOURCES })
  readonly limit!: number;
}

/** Requests the current state of sources that a search hit. */
export class FindableSources extends InProject {
  @Uuids()
  readonly documents!: readonly string[];

  @Uuids()
  readonly artifacts!: readonly string[];

  @Texts({
    max: MAX_METADATA_VALUE,
    maxItems: 100,
    description: 'If there are any, only documents with one of them.',
  })
  readonly metadata_values!: readonly string[];
}

/** The current state of a source. */
export class FindableSource {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly title!: string;

  @Words({ nullable: true, description: 'The slug of the artifact; otherwise null.' })
  readonly slug!: string | null;

  @Integer({ nullable: true, description: 'Of an artifact, the published one.' })
  readonly version_number!: number | null;
}

/** Asks for the documents that have one of these metadata values. */
export class LabelledDocuments extends InProject {
  @Texts({ max: MAX_METADATA_VALUE, maxItems: 100 })
  readonly metadata_values!: readonly string[];

  @Integer({ min: 1, max: 10_000 })
  readonly limit!: number;
}

/** A document that has one of the metadata values. */
export class LabelledDocument {
  @Uuid()
  readonly id!: string;
}

/** An artifact with its definitions and the beginning of its published content. */
export class ComparedArtifact {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly slug!: string;

  @Words()
  readonly title!: string;

  @Words()
  readonly body!: string;
}

/** Documents and artifacts, for the search service. Each answer reflects the moment of the call. */
export const searchSources = contract('knowledge.search-sources', {
  /** The sources that have something to index: they exist, and were read or published. */
  states: rpc(SourcesOfProjects).by(service('search')).returns(list(ExistingSource)),
  /**
   * The published versions of the artifacts that have one, in the order of the request, as many as fit into one answer: the
   * caller asks again for the artifacts after the last. Empty if no further artifact is published.
   */
  published: rpc(ArtifactsOfProjects).by(service('search')).returns(list(PublishedContent)),
  /** The next sections of a document that was read, as many as fit into one answer; none at the end. */
  sections: rpc(SectionsReference).by(service('search')).returns(list(DocumentTextSection)),
  /** The sources of all projects, ordered by project and id. */
  after: rpc(SourcesAfter).by(service('search')).returns(list(ExistingSource)),
  /** The sources that exist, are published if they are artifacts, and have one of the metadata values, if any are given. */
  findable: rpc(FindableSources).by(service('search')).returns(list(FindableSource)),
  /** Newest first. */
  labelled: rpc(LabelledDocuments).by(service('search')).returns(list(LabelledDocument)),
  /** The artifacts that may be similar to a text, in the order of the catalog. */
  compared: rpc(InProject).by(service('search')).returns(list(ComparedArtifact)),
});
