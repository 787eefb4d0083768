import { inOneEncoding } from '../metadata-index/pairs.ts';
import {
  type AddMetadata,
  type Caller,
  type FilterByMetadata,
  type GetDocumentMetadataValues,
  type GetMetadataValues,
  type InProject,
  type MatchMetadata,
  type RemoveMetadataKey,
  type RemoveMetadataPair,
  documentMetadata,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { DocumentsRepository } from '../documents/documents.repository.ts';
import { MetadataFilterRepository } from './metadata-filter.repository.ts';
import { MetadataService } from './metadata.service.ts';
import { MetadataValuesRepository } from './metadata-values.repository.ts';

/** Answers the calls about metadata of documents. */
@Serves(documentMetadata)
export class MetadataController implements Service<typeof documentMetadata> {
  constructor(
    private readonly metadata: MetadataService,
    private readonly found: MetadataFilterRepository,
    private readonly kept: MetadataValuesRepository,
    private readonly documents: DocumentsRepository,
  ) {}

  add(request: AddMetadata, caller: Caller) {
    return this.metadata.add(request, caller);
  }

  removePair(request: RemoveMetadataPair, caller: Caller) {
    return this.metadata.removePair(request, caller);
  }

  removeKey(request: RemoveMetadataKey, caller: Caller) {
    return this.metadata.removeKey(request, caller);
  }

  async values({ project_id, key }: GetMetadataValues) {
    return { key, values: await this.kept.of(project_id, key) };
  }

  async valuesOfDocument({ project_id, document_id, key }: GetDocumentMetadataValues) {
    const { metadata } = await this.documents.require(project_id, document_id);
    const named = inOneEncoding(key);
    const pairs = metadata.filter(([own]) => inOneEncoding(own) === named);
    return { key, values: pairs.map(([, value]) => value) };
  }

  valuesByKey({ project_id }: InProject) {
    return this.kept.byKey(project_id);
  }

  available({ project_id }: InProject) {
    return this.kept.available(project_id);
  }

  filter(request: FilterByMetadata) {
    return this.found.filter(request);
  }

  match(request: MatchMetadata) {
    return this.found.match(request);
  }
}
