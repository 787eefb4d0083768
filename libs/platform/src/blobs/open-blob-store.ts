import { resolve } from 'node:path';
import type { BlobStore } from './blob-store.ts';
import { FolderBlobStore } from './folder-blob-store.ts';

/**
 * Opens the store that `BLOB_STORE` names: a folder, or `s3://bucket/prefix?region=…&endpoint=…`. What speaks S3 takes
 * memory, and is loaded only for that.
 * @throws Error for an address that names no bucket, or more than is known.
 */
export async function openBlobStore(where: string): Promise<BlobStore> {
  if (!where.startsWith('s3:')) return FolderBlobStore.open(resolve(where));
  const { S3BlobStore } = await import('./s3-blob-store.ts');
  return S3BlobStore.open(where);
}
