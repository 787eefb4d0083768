import { event } from '../kit/event.ts';
import { Integer, OneOf, Text, Timestamp, Uuid } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { DocumentReference } from './documents.contract.ts';
import { KNOWLEDGE_SOURCES, type KnowledgeSource } from './search-sources.contract.ts';

/** A version of an artifact was published: from now on, agents read it and searches find it. */
export class VersionPublished extends InProject {
  @Uuid()
  readonly artifact_id!: string;

  @Text({ max: 255 })
  readonly slug!: string;

  @Text({ max: 255 })
  readonly title!: string;

  @Integer({ min: 1 })
  readonly version_number!: number;

  @Uuid()
  readonly published_by!: string;

  @Timestamp()
  readonly published_at!: string;
}
/** Announces the newly published version, in the transaction that publishes it. */
export const versionPublished = event('knowledge.event.version-published', VersionPublished);

/** A document was processed: searches find it, or it is stored without text because its type has none. */
export class DocumentProcessed extends InProject {
  @Uuid()
  readonly document_id!: string;

  @Text({ max: 255 })
  readonly name!: string;

  @Uuid()
  readonly uploaded_by!: string;

  @Timestamp()
  readonly processed_at!: string;
}
/** Announces that a document was processed. */
export const documentProcessed = event('knowledge.event.document-processed', DocumentProcessed);

/** A document could not be read; it is stored without text. */
export class DocumentFailed extends DocumentProcessed {
  /** The reason, as a sentence for the uploader. */
  @Text({ max: 1_000 })
  readonly error!: string;
}
/** Announces that a document could not be read. */
export const documentFailed = event('knowledge.event.document-failed', DocumentFailed);

/**
 * A document or an artifact changed in a way that matters to searches: its name, its content, or whether it exists. The
 * publication of a version has an event of its own.
 */
export class SourceChanged extends InProject {
  @OneOf(KNOWLEDGE_SOURCES)
  readonly kind!: KnowledgeSource;

  @Uuid()
  readonly source_id!: string;
}
/** Announces that the search index of a document or an artifact is out of date. */
export const sourceChanged = event('knowledge.event.source-changed', SourceChanged);

/** A document's turn to be read has come. */
export class DocumentAdmitted extends DocumentReference {}
/** Announces to the search service the document to be read next. */
export const documentAdmitted = event('knowledge.event.document-admitted', DocumentAdmitted);
