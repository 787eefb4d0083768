import { resolve } from 'node:path';
import { type FolderVariable, writableFolder } from '../config/writable-folder.ts';
import type { BlobStore } from './blob-store.ts';
import { FolderBlobStore } from './folder-blob-store.ts';

const FOLDER: FolderVariable = { variable: 'BLOB_STORE', example: '.data/documents' };

/**
 * Opens the store that `BLOB_STORE` names: a folder, or `s3://bucket/prefix?region=…&endpoint=…`, which may be silent for
 * `silenceMs` milliseconds. The S3 client takes memory, so it is loaded only for such an address.
 * @throws Error for an address without a bucket, or with unknown parameters.
 */
export async function openBlobStore(where: string, silenceMs: number): Promise<BlobStore> {
  if (!where.startsWith('s3:')) return new FolderBlobStore(resolve(where));
  const { S3BlobStore } = await import('./s3-blob-store.ts');
  return S3BlobStore.open(where, silenceMs);
}

/** Opens the store for writing. @throws like `openBlobStore`; BadConfiguration if the folder is not writable. */
export async function openWritableBlobStore(where: string, silenceMs: number): Promise<BlobStore> {
  if (!where.startsWith('s3:')) return FolderBlobStore.openWritable(writableFolder(where, FOLDER));
  return openBlobStore(where, silenceMs);
}
