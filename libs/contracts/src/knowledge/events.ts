import { event } from '../kit/event.ts';
import { Integer, Text, Timestamp, Uuid } from '../kit/fields.ts';

/** A version of an artifact was published: agents read it from now on. */
export class VersionPublished {
  @Uuid()
  readonly project_id!: string;

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
export const versionPublished = event('knowledge.event.version-published', VersionPublished);

/** A document was processed: it can be found, or is stored without text where its type has none. */
export class DocumentProcessed {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly document_id!: string;

  @Text({ max: 255 })
  readonly name!: string;

  @Uuid()
  readonly uploaded_by!: string;

  @Timestamp()
  readonly processed_at!: string;
}
export const documentProcessed = event('knowledge.event.document-processed', DocumentProcessed);

/** A document could not be read; it is stored without text. */
export class DocumentFailed extends DocumentProcessed {
  /** The reason, as a sentence for the uploader. */
  @Text({ max: 1_000 })
  readonly error!: string;
}
export const documentFailed = event('knowledge.event.document-failed', DocumentFailed);
