import {
  type ArtifactReference,
  type Caller,
  type CreateArtifact,
  type GetArtifact,
  type ListArtifacts,
  type UpdateArtifact,
  artifacts,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ArtifactsService } from './artifacts.service.ts';

/** Answers the calls of the catalog. */
@Serves(artifacts)
export class ArtifactsController implements Service<typeof artifacts> {
  constructor(private readonly artifacts: ArtifactsService) {}

  list(request: ListArtifacts) {
    return this.artifacts.list(request);
  }

  create(request: CreateArtifact, caller: Caller) {
    return this.artifacts.create(request, caller);
  }

  get(request: GetArtifact, caller: Caller) {
    return this.artifacts.get(request, caller);
  }

  update(request: UpdateArtifact, caller: Caller) {
    return this.artifacts.update(request, caller);
  }

  remove(request: ArtifactReference, caller: Caller) {
    return this.artifacts.remove(request, caller);
  }
}
