import { event } from '../kit/event.ts';
import { Uuid } from '../kit/fields.ts';

/** All of a document's text is found, by its words and, where there is a model, by its meaning. */
export class DocumentIndexed {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly document_id!: string;
}
/** Announces that all of a document's text is found. */
export const documentIndexed = event('search.event.document-indexed', DocumentIndexed);
