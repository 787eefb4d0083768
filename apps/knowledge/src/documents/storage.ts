import { Injectable } from '@nestjs/common';
import { type DocumentStorage, type ReserveFile, noRoomFor } from '@pks/contracts';
import { TooLarge } from '@pks/platform';
import { KnowledgeConfig } from '../knowledge.config.ts';
import { type Amount, DocumentStorageRepository } from './document-storage.repository.ts';

/** The room that a file of an upload needs, and the bytes that were freed by shrinking the room of the file before it. */
type WantedRoom = Pick<ReserveFile, 'most_bytes' | 'least_bytes'> & { readonly freed: number };

/** Limits the space that the files of each project take up. Each method belongs at the end of the transaction that writes the files' rows. */
@Injectable()
export class Storage {
  constructor(
    private readonly stored: DocumentStorageRepository,
    private readonly config: KnowledgeConfig,
  ) {}

  async of(projectId: string): Promise<DocumentStorage> {
    return this.view(await this.stored.of(projectId));
  }

  /**
   * Reserves room for a file of an upload: as much as it may need, or all that is left. Returns how much. Only the exact size
   * decides in the end, so that a file that fits is not refused because others may grow.
   * @throws TooLarge if the rest of the upload certainly does not fit.
   */
  async reserve(projectId: string, { most_bytes, least_bytes, freed }: WantedRoom): Promise<number> {
    const { bytes: before, files } = await this.stored.lock(projectId);
    const storage = this.view({ bytes: before - freed, files });
    const left = Math.max(0, storage.allowed_bytes - storage.stored_bytes);
    const isFull = storage.stored_files >= storage.allowed_files;
    if (isFull || least_bytes > left) throw noRoom(least_bytes, storage);
    const bytes = Math.min(most_bytes, left);
    await this.stored.add(projectId, { bytes: bytes - freed, files: 1 });
    return bytes;
  }

  /** Replaces the space that was reserved for files by their sizes. @throws TooLarge if these are greater, and do not fit. */
  async settle(projectId: string, reserved: number, actual: number): Promise<void> {
    const bytes = actual - reserved;
    if (bytes > 0) {
      const storage = this.view(await this.stored.lock(projectId));
      if (storage.stored_bytes + bytes > storage.allowed_bytes) throw noRoom(bytes, storage);
    }
    await this.stored.add(projectId, { bytes, files: 0 });
  }

  /** Gives back the room of a file whose bytes were deleted. */
  giveBack(projectId: string, bytes: number): Promise<void> {
    return this.stored.add(projectId, { bytes: -bytes, files: -1 });
  }

  private view({ bytes, files }: Amount): DocumentStorage {
    return {
      stored_bytes: Math.max(0, bytes),
      allowed_bytes: this.config.storageQuotaBytes,
      stored_files: Math.max(0, files),
      allowed_files: this.config.storageQuotaFiles,
    };
  }
}

function noRoom(needed: number, storage: DocumentStorage): TooLarge {
  return new TooLarge(noRoomFor(needed, storage), { ...storage });
}
