import {
  type ArtifactsOfProjects,
  type FindableSources,
  type InProject,
  type LabelledDocuments,
  type SectionsReference,
  type SourcesOfProjects,
  type SourcesAfter,
  searchSources,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { MetadataFilterRepository } from '../metadata/metadata-filter.repository.ts';
import { FindableSourcesRepository } from './findable-sources.repository.ts';
import { SourcesRepository } from './sources.repository.ts';

/** Answers the service that searches documents and artifacts. */
@Serves(searchSources)
export class SearchSourcesController implements Service<typeof searchSources> {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly findables: FindableSourcesRepository,
    private readonly labels: MetadataFilterRepository,
  ) {}

  states({ projects }: SourcesOfProjects) {
    return this.sources.states(projects);
  }

  published({ projects }: ArtifactsOfProjects) {
    return this.sources.published(projects);
  }

  sections(request: SectionsReference) {
    return this.sources.sections(request);
  }

  after(request: SourcesAfter) {
    return this.sources.after(request);
  }

  findable(request: FindableSources) {
    return this.findables.findable(request);
  }

  async labelled({ project_id, metadata_values, limit }: LabelledDocuments) {
    const ids = await this.labels.ids(project_id, metadata_values, limit);
    return ids.map((id) => ({ id }));
  }

  compared({ project_id }: InProject) {
    return this.findables.compared(project_id);
  }
}
