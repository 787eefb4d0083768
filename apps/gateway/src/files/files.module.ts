import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { BlobStore, openWritableBlobStore } from '@pks/platform/process';
import { AccessModule } from '../access/access.module.ts';
import { GatewayConfig } from '../gateway.config.ts';
import { HttpModule } from '../http/http.module.ts';
import { Discards } from './discards.ts';
import { FileEndpointParts } from './file-endpoint.ts';
import { UploadEndpointParts } from './upload-endpoint.ts';
import { DownloadPlaces, UploadPlaces } from './transfer-places.ts';
import { Uploads } from './uploads.ts';

/** Uploads of files to the blob store, and downloads from it. */
@Module({
  imports: [AccessModule, HttpModule],
  providers: [
    {
      provide: BlobStore,
      inject: [GatewayConfig],
      useFactory: ({ blobStore, requestDeadlineMs }: GatewayConfig) =>
        openWritableBlobStore(blobStore, requestDeadlineMs),
    },
    Discards,
    DownloadPlaces,
    FileEndpointParts,
    UploadEndpointParts,
    UploadPlaces,
    Uploads,
  ],
  exports: [FileEndpointParts, UploadEndpointParts],
})
export class FilesModule implements OnApplicationShutdown {
  constructor(private readonly blobs: BlobStore) {}

  onApplicationShutdown(): Promise<void> {
    return this.blobs.close();
  }
}
