import { event } from '../kit/event.ts';
import { DocumentReference } from '../knowledge/documents.contract.ts';

/** Searches now find all text of a document: by its words and, if there is a model, by its meaning. */
export class DocumentIndexed extends DocumentReference {}
/** Announces that searches find all text of a document. */
export const documentIndexed = event('search.event.document-indexed', DocumentIndexed);
