import { event } from '../kit/event.ts';
import { DocumentReference } from '../knowledge/documents.contract.ts';

/** All of a document's text is found, by its words and, where there is a model, by its meaning. */
export class DocumentIndexed extends DocumentReference {}
/** Announces that all of a document's text is found. */
export const documentIndexed = event('search.event.document-indexed', DocumentIndexed);
