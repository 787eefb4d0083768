import { Injectable } from '@nestjs/common';
import type { WrittenFile } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { DocumentRoom } from './document-room.entity.ts';

/** Locks rooms, always in the same order, so that no two transactions wait for each other. */
const LOCKED = `
  SELECT id FROM document_rooms
   WHERE project_id = $1 AND id = ANY ($2::uuid[]) AND NOT given_up ORDER BY id FOR UPDATE`;

const TAKE = statement<{ bytes: number }>(
  'document_rooms_take',
  `WITH locked AS MATERIALIZED (${LOCKED})
   DELETE FROM document_rooms r USING locked WHERE r.project_id = $1 AND r.id = locked.id RETURNING r.bytes`,
);
const SHRINK = statement<{ freed: number }>(
  'document_rooms_shrink',
  `UPDATE document_rooms SET bytes = least(bytes, $3)
    WHERE project_id = $1 AND id = $2 AND NOT given_up RETURNING old.bytes - new.bytes AS freed`,
);
const RESERVE = statement<object>(
  'document_rooms_reserve',
  'UPDATE document_rooms SET bytes = $3 WHERE project_id = $1 AND id = $2',
);
const REMOVE = statement<{ bytes: number }>(
  'document_rooms_remove',
  'DELETE FROM document_rooms WHERE project_id = $1 AND id = $2 AND given_up RETURNING bytes',
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

  /** Reserves space for the bytes of a room that was inserted in this transaction. */
  async reserve(projectId: string, id: string, bytes: number): Promise<void> {
    await this.database.rows(RESERVE, [projectId, id, bytes]);
  }

  /** Shrinks a room to the size of its file, and returns the space that this frees. Bytes. */
  async shrink(projectId: string, { document_id, file_size }: WrittenFile): Promise<number> {
    const [shrunk] = await this.database.rows(SHRINK, [projectId, document_id, file_size]);
    return shrunk?.freed ?? 0;
  }

  /** Removes rooms that documents replace in this transaction, and returns the bytes that were reserved for each that existed. */
  async take(projectId: string, ids: readonly string[]): Promise<number[]> {
    return (await this.database.rows(TAKE, [projectId, ids])).map(({ bytes }) => bytes);
  }

  /** Marks rooms as given up, so that they can no longer be taken, and returns those that existed. */
  async giveUp(projectId: string, ids: readonly string[]): Promise<string[]> {
    return (await this.database.rows(GIVE_UP, [projectId, ids])).map(({ id }) => id);
  }

  /** Whether the room exists and is given up, so that its bytes are to be deleted. */
  isGivenUp(projectId: string, id: string): Promise<boolean> {
    return this.database.manager.existsBy(DocumentRoom, { projectId, id, givenUp: true });
  }

  /** Removes a room that was given up, and returns the bytes that were reserved for it; undefined if there is none. */
  async remove(projectId: string, id: string): Promise<number | undefined> {
    return (await this.database.rows(REMOVE, [projectId, id]))[0]?.bytes;
  }
}
