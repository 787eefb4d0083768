import { Injectable } from '@nestjs/common';
import type { DiffVersions, VersionDiff } from '@pks/contracts';
import type { Artifact } from '../artifacts/artifact.entity.ts';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import type { Content } from './artifact-version.entity.ts';
import { jsonDiff } from './json-diff.ts';
import { emptyPayload } from './payload-rules.ts';
import { textDiff } from './text-diff.ts';
import { VersionsRepository } from './versions.repository.ts';

/** Compares versions: texts by a unified diff, objects and arrays by a JSON Patch (decisions 3). */
@Injectable()
export class VersionDiffs {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
  ) {}

  /** From `against`, by default the version before, to the version named; version 0 is the empty content. @throws NotFound */
  async between(request: DiffVersions): Promise<VersionDiff> {
    const { version_number: to, against: from = to - 1 } = request;
    const artifact = await this.artifacts.find(request.project_id, request.slug);
    const after = (await this.versions.require(artifact, to)).payload;
    const before = await this.contentOf(artifact, from);
    if (typeof before !== 'string' || typeof after !== 'string') {
      return { from, to, format: 'json_patch', unified: null, operations: jsonDiff(before, after) };
    }
    const name = (version: number): string => `${artifact.slug} version ${version}`;
    const unified = textDiff(before, after, name(from), name(to));
    return { from, to, format: 'unified', unified, operations: null };
  }

  private async contentOf(artifact: Artifact, version: number): Promise<Content> {
    if (version === 0) return emptyPayload(artifact.technicalType);
    return (await this.versions.require(artifact, version)).payload;
  }
}
