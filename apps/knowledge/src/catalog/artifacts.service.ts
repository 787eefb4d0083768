import { Injectable } from '@nestjs/common';
import {
  type ArtifactDetail,
  type ArtifactItem,
  type ArtifactReference,
  type Caller,
  type CreateArtifact,
  type GetArtifact,
  type ListArtifacts,
  type Page,
  type UpdateArtifact,
  isProjectAdmin,
} from '@pks/contracts';
import { Clock, Database, Forbidden, Invalid, type Json, violates } from '@pks/platform';
import { v7 } from 'uuid';
import { ChangelogRepository } from '../changelog/changelog.repository.ts';
import { SourceChanges } from '../source-changes/source-changes.ts';
import { emptyVersion } from '../versions/payload-rules.ts';
import { VersionsRepository } from '../versions/versions.repository.ts';
import { Artifact, assertGroupIsFree } from '../artifacts/artifact.entity.ts';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import { slugOf } from './slug.ts';

/** The catalog of a project (api.md Artifacts, decisions 3). */
@Injectable()
export class ArtifactsService {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly versions: VersionsRepository,
    private readonly changelog: ChangelogRepository,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly changes: SourceChanges,
  ) {}

  list(request: ListArtifacts): Promise<Page<ArtifactItem>> {
    return this.artifacts.list(request);
  }

  /** Only admins see versions other than the published one. @throws NotFound for a version that does not exist. */
  async get({ project_id, slug, version }: GetArtifact, caller: Caller): Promise<Json<ArtifactDetail>> {
    if (version !== 'published' && !isProjectAdmin(caller)) throw new Forbidden();
    return this.artifacts.detail(project_id, slug, version);
  }

  /**
   * Creates an artifact with an empty first version, which is published immediately. @throws Invalid keyed to `title`
   * when its slug is taken.
   */
  async create(request: CreateArtifact, caller: Caller): Promise<Json<ArtifactDetail>> {
    assertGroupIsFree(request.group);
    const slug = slugOf(request.title);
    try {
      return await this.database.transaction(() => this.insert(request, slug, caller));
    } catch (error) {
      if (!violates(error, 'artifacts_project_slug')) throw error;
      throw Invalid.field('title', `An artifact with the slug "${slug}" already exists.`);
    }
  }

  /** Writes nothing if nothing has changed. */
  async update(request: UpdateArtifact, caller: Caller): Promise<Json<ArtifactDetail>> {
    const { project_id, slug, ...changes } = request;
    if (changes.group !== undefined) assertGroupIsFree(changes.group);
    return this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      const changed = artifact.change(changes);
      if (changed.length > 0) {
        await this.artifacts.store(artifact);
        await Promise.all([
          this.changelog.add(artifact, caller, `Changed ${changed.join(', ')} of "${artifact.title}".`),
          changed.includes('title') && this.changes.announce('artifact', artifact),
        ]);
      }
      return this.artifacts.detail(project_id, slug, 'published');
    });
  }

  /** Deletes an artifact with its versions; its publications and changelog entries remain. */
  async remove({ project_id, slug }: ArtifactReference, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      artifact.assertDeletable();
      await this.artifacts.remove(artifact);
      await this.changes.announce('artifact', artifact);
      await this.changelog.add(artifact, caller, `Deleted "${artifact.title}".`);
    });
  }

  private async insert(request: CreateArtifact, slug: string, caller: Caller): Promise<Json<ArtifactDetail>> {
    const artifact = Artifact.of({
      projectId: request.project_id,
      slug,
      title: request.title,
      semanticType: 'custom',
      technicalType: request.technical_type,
      displayOrder: await this.artifacts.takeDisplayOrder(request.project_id),
      inScope: request.in_scope,
      group: request.group,
      definitionShort: request.definition_short,
      definitionLong: request.definition_long,
      formatDescription: request.format_description,
      captureDiscipline: request.capture_discipline,
      createdAt: this.clock.now(),
    });
    const publication = artifact.publish(artifact.takeNextVersion());
    // Sent by itself: if the slug is taken, PostgreSQL would log an error for each statement that was sent with it.
    await this.artifacts.insert(artifact);
    const entry = v7();
    // Sent in this order: a version refers to its entry, and the detail shows the version.
    const [, , detail] = await Promise.all([
      this.changelog.add(artifact, caller, `Created "${artifact.title}".`, entry),
      this.versions.insertHead(artifact, emptyVersion(artifact.technicalType), caller, entry),
      this.artifacts.detail(request.project_id, slug, 'published'),
      this.versions.insertMove(artifact, publication, caller),
      this.changes.announce('artifact', artifact),
    ]);
    return detail;
  }
}
