import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import { DocumentRoom } from './document-room.entity.ts';

/** Always in the same order, so that no two transactions wait for each other. */
const LOCKED = `
  SELECT id FROM document_rooms
   WHERE project_id = $1 AND id = ANY ($2::uuid[]) AND NOT given_up ORDER BY id FOR UPDATE`;

const TAKE = statement<{ id: string }>(
  'document_rooms_take',
  `WITH locked AS MATERIALIZED (${LOCKED})
   DELETE FROM document_rooms r USING locked WHERE r.project_id = $1 AND r.id = locked.id RETURNING r.id`,
);
const GIVE_UP = statement<{ id: string }>(
  'document_rooms_give_up',
  `WITH locked AS MATERIALIZED (${LOCKED})
   UPDATE document_rooms r SET given_up = true FROM locked
    WHERE r.project_id = $1 AND r.id = locked.id RETURNING r.id`,
);

/** Stores the rooms of files that are being uploaded. A room is either taken or given up, whichever comes first. */
@Injectable()
export class DocumentRoomsRepository {
  constructor(private readonly database: Database) {}

  async insert(projectId: string, id: string, createdAt: Date): Promise<void> {
    await this.database.manager.insert(DocumentRoom, { projectId, id, createdAt });
  }

  /** Removes rooms that documents replace in this transaction, and returns how many existed. */
  async take(projectId: string, ids: readonly string[]): Promise<number> {
    return (await this.database.rows(TAKE, [projectId, ids])).length;
  }

  /** Marks rooms as given up, so that they can no longer be taken, and returns those that existed. */
  async giveUp(projectId: string, ids: readonly string[]): Promise<string[]> {
    return (await this.database.rows(GIVE_UP, [projectId, ids])).map(({ id }) => id);
  }

  /** Whether the room exists and is given up, so that its bytes are to be deleted. */
  isGivenUp(projectId: string, id: string): Promise<boolean> {
    return this.database.manager.existsBy(DocumentRoom, { projectId, id, givenUp: true });
  }

  async remove(projectId: string, id: string): Promise<void> {
    await this.database.manager.delete(DocumentRoom, { projectId, id, givenUp: true });
  }
}
