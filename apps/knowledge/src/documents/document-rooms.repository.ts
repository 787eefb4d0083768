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

/** Remembers rooms for files on their way. A room is taken or given up, whichever comes first, and never both. */
@Injectable()
export class DocumentRoomsRepository {
  constructor(private readonly database: Database) {}

  async insert(projectId: string, id: string, createdAt: Date): Promise<void> {
    await this.database.manager.insert(DocumentRoom, { projectId, id, createdAt });
  }

  /** Turns rooms into something else in this transaction: returns how many of them were there. */
  async take(projectId: string, ids: readonly string[]): Promise<number> {
    return (await this.database.rows(TAKE, [projectId, ids])).length;
  }

  /** Has nobody take these rooms any more: returns those that were there. */
  async giveUp(projectId: string, ids: readonly string[]): Promise<string[]> {
    return (await this.database.rows(GIVE_UP, [projectId, ids])).map(({ id }) => id);
  }

  /** Whether the room is there and given up: its bytes are to be deleted. */
  isGivenUp(projectId: string, id: string): Promise<boolean> {
    return this.database.manager.existsBy(DocumentRoom, { projectId, id, givenUp: true });
  }

  async remove(projectId: string, id: string): Promise<void> {
    await this.database.manager.delete(DocumentRoom, { projectId, id, givenUp: true });
  }
}
