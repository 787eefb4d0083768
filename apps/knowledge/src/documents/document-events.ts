import { type DomainEvent, documentFailed, documentProcessed } from '@pks/contracts';
import type { Document } from './document.entity.ts';

/** The event of a document whose processing is complete. */
export function processed(document: Document, at: Date): DomainEvent {
  return documentProcessed.of(outcomeOf(document, at));
}

/** The event of a document that could not be read. */
export function failed(document: Document, at: Date): DomainEvent {
  return documentFailed.of({ ...outcomeOf(document, at), error: document.indexingError ?? '' });
}

function outcomeOf({ projectId, id, name, uploadedById }: Document, at: Date) {
  return {
    project_id: projectId,
    document_id: id,
    name,
    uploaded_by: uploadedById,
    processed_at: at.toISOString(),
  };
}
