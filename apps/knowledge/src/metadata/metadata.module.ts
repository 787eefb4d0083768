import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.ts';
import { MetadataFilterRepository } from './metadata-filter.repository.ts';
import { MetadataValuesRepository } from './metadata-values.repository.ts';
import { MetadataController } from './metadata.controller.ts';
import { MetadataService } from './metadata.service.ts';

/** The metadata of documents. */
@Module({
  imports: [DocumentsModule],
  controllers: [MetadataController],
  providers: [MetadataFilterRepository, MetadataService, MetadataValuesRepository],
  exports: [MetadataFilterRepository],
})
export class MetadataModule {}
