import {
  type AppendVersion,
  type ArtifactReference,
  type Caller,
  type DiffVersions,
  type ListPublications,
  type ListVersions,
  type VersionReference,
  versions,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { VersionDiffs } from './version-diffs.ts';
import { VersionsService } from './versions.service.ts';

/** Answers the calls about versions and publications. */
@Serves(versions)
export class VersionsController implements Service<typeof versions> {
  constructor(
    private readonly versions: VersionsService,
    private readonly diffs: VersionDiffs,
  ) {}

  history(request: ListVersions) {
    return this.versions.history(request);
  }

  append(request: AppendVersion, caller: Caller) {
    return this.versions.append(request, caller);
  }

  get(request: VersionReference) {
    return this.versions.get(request);
  }

  restore(request: VersionReference, caller: Caller) {
    return this.versions.restore(request, caller);
  }

  diff(request: DiffVersions) {
    return this.diffs.between(request);
  }

  publish(request: VersionReference, caller: Caller) {
    return this.versions.publish(request, caller);
  }

  publishHead(request: ArtifactReference, caller: Caller) {
    return this.versions.publishHead(request, caller);
  }

  publications(request: ListPublications) {
    return this.versions.publications(request);
  }
}
