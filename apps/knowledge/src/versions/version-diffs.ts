import { Injectable } from '@nestjs/common';
import type { DiffVersions, VersionDiff } from '@pks/contracts';
import { Json } from '@pks/platform';
import type { Artifact } from '../artifacts/artifact.entity.ts';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import { ContentThread } from '../content/content-thread.ts';
import { emptyPayload } from './payload-rules.ts';
import { VersionsRepository } from './versions.repository.ts';

/** Compares versions: texts by a unified diff, objects and arrays by a JSON Patch (decisions 3). */
@Injectable()
export class VersionDiffs {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly thread: ContentThread,
  ) {}

  /**
   * The difference from `against`, by default the version before, to the named version; version 0 is the empty content.
   * @throws NotFound
   */
  async between(request: DiffVersions): Promise<Json<VersionDiff>> {
    const { version_number: to, against: from = to - 1 } = request;
    const artifact = await this.artifacts.find(request.project_id, request.slug);
    const { slug } = artifact;
    const after = await this.versions.payload(artifact, to);
    const before = await this.contentOf(artifact, from);
    const comparison = { slug, from, to, before, after };
    return new Json(await this.thread.run(request.project_id, 'versionDiff', comparison));
  }

  private async contentOf(artifact: Artifact, version: number): Promise<string> {
    if (version === 0) return JSON.stringify(emptyPayload(artifact.technicalType));
    return this.versions.payload(artifact, version);
  }
}
