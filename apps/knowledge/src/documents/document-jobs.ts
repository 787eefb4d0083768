import { Uuid } from '@pks/contracts';
import { job } from '@pks/platform';

/** The document, or the room, of a job. */
export class DocumentToDo {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly document_id!: string;
}

/** Deletes the bytes of a room that was not used in time or was released, then the room. */
export const giveUpRoom = job('give-up-room', DocumentToDo);

/** Deletes the bytes of a deleted document, then its row. */
export const deleteDocument = job('delete-document', DocumentToDo);
