import { resolve } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { FolderBlobStore } from './folder-blob-store.ts';

/** Opens the store that `BLOB_STORE` names: a folder. */
export function openBlobStore(where: string): Promise<BlobStore> {
  return Promise.resolve(new FolderBlobStore(resolve(where)));
}
