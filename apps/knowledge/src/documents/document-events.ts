import { type DomainEvent, documentFailed, documentProcessed } from '@pks/contracts';
import type { Document } from './document.entity.ts';

/** That a document is as ready as it will be. */
export function processed(document: Document, at: Date): DomainEvent {
  return documentProcessed.of(tellingOf(document, at));
}

/** That a document could not be read, and why. */
export function failed(document: Document, at: Date): DomainEvent {
  return documentFailed.of({ ...tellingOf(document, at), error: document.indexingError ?? '' });
}

function tellingOf({ projectId, id, name, uploadedById }: Document, at: Date) {
  return {
    project_id: projectId,
    document_id: id,
    name,
    uploaded_by: uploadedById,
    processed_at: at.toISOString(),
  };
}
