import { Injectable } from '@nestjs/common';
import { BlobStore, ProjectRemains } from '@pks/platform';

/** The files of a deleted project, and of uploads to it that were under way. */
@Injectable()
export class DeletedFiles extends ProjectRemains {
  constructor(private readonly blobs: BlobStore) {
    super();
  }

  delete(projectId: string, afterBatch: () => Promise<void>): Promise<void> {
    return this.blobs.deleteFolder(projectId.toLowerCase(), afterBatch);
  }
}
