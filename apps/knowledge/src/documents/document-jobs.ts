import { Uuid } from '@pks/contracts';
import { job } from '@pks/platform';

/** Which document, or which room, a job is about. */
export class DocumentToDo {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly document_id!: string;
}

/** A room that nobody used in time, or that was released: its bytes go, then the room. */
export const giveUpRoom = job('give-up-room', DocumentToDo);

/** A document that was deleted: its bytes go, then all else. */
export const deleteDocument = job('delete-document', DocumentToDo);

/** A document whose text is wanted. */
export const readDocument = job('read-document', DocumentToDo);
