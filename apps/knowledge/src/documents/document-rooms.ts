import { Injectable } from '@nestjs/common';
import type { ReleaseFiles, ReserveFile, ReservedFile } from '@pks/contracts';
import { BlobStore, Clock, Database, type Job, Jobs, type Worker, Works, reach } from '@pks/platform';
import { v7 } from 'uuid';
import { giveUpRoom } from './document-jobs.ts';
import { DocumentRoomsRepository } from './document-rooms.repository.ts';
import { blobKeyOf } from './document.entity.ts';
import { Storage } from './storage.ts';

/** The time limit of an upload. Milliseconds. */
const ROOM_MS = 60 * 60_000;

/** Rooms for files that are being uploaded: bytes are written only under the key of an existing row. */
@Injectable()
export class DocumentRooms {
  constructor(
    private readonly rooms: DocumentRoomsRepository,
    private readonly storage: Storage,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Inserts a room, with the job that gives it up. @throws TooLarge if the project has no space for the upload. */
  reserve({ project_id, written, ...wanted }: ReserveFile): Promise<ReservedFile> {
    const [id, now] = [v7(), this.clock.now()];
    return this.database.transaction(async () => {
      const freed = written ? await this.rooms.shrink(project_id, written) : 0;
      await this.rooms.insert(project_id, id, now);
      const startAfter = new Date(now.getTime() + ROOM_MS);
      await this.jobs.add(giveUpRoom, { project_id, document_id: id }, { key: id, startAfter });
      const bytes = await this.storage.reserve(project_id, { ...wanted, freed });
      await this.rooms.reserve(project_id, id, bytes);
      return { document_id: id, blob_key: blobKeyOf(project_id, id), room_bytes: bytes };
    });
  }

  /** Gives up rooms immediately. Rooms that became documents, or belong to another project, do not change. */
  async release({ project_id, document_ids }: ReleaseFiles): Promise<void> {
    await this.database.transaction(async () => {
      for (const id of await this.rooms.giveUp(project_id, document_ids)) {
        await this.jobs.add(giveUpRoom, { project_id, document_id: id }, { key: `${id} released` });
      }
    });
  }
}

/** Deletes the bytes of rooms that are given up. If the process dies meanwhile, another one finds the row and the job. */
@Works(giveUpRoom)
export class GivingUpRooms implements Worker<typeof giveUpRoom> {
  constructor(
    private readonly rooms: DocumentRoomsRepository,
    private readonly storage: Storage,
    private readonly database: Database,
    private readonly blobs: BlobStore,
  ) {}

  async work({ payload: { project_id, document_id } }: Job<typeof giveUpRoom>): Promise<void> {
    await this.rooms.giveUp(project_id, [document_id]);
    if (!(await this.rooms.isGivenUp(project_id, document_id))) return;
    await this.blobs.delete(blobKeyOf(project_id, document_id));
    reach('erased');
    await this.database.transaction(async () => {
      const bytes = await this.rooms.remove(project_id, document_id);
      if (bytes !== undefined) await this.storage.giveBack(project_id, bytes);
    });
  }
}
