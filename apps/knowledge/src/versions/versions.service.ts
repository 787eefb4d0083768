import { Injectable } from '@nestjs/common';
import type {
  AppendVersion,
  ArtifactDetail,
  ArtifactReference,
  ArtifactVersion as ArtifactVersionView,
  Caller,
  ListPublications,
  ListVersions,
  Page,
  Publication,
  VersionHistoryRow,
  VersionReference,
} from '@pks/contracts';
import { Database, type Json, NotFound } from '@pks/platform';
import { Artifact } from '../artifacts/artifact.entity.ts';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import { ChangelogRepository } from '../changelog/changelog.repository.ts';
import { EditSources } from './edit-sources.ts';
import { assertPayloadFits } from './payload-rules.ts';
import { type NewVersion, VersionsRepository } from './versions.repository.ts';

/** What can be done with the versions of an artifact (api.md Artifacts, decisions 3). */
@Injectable()
export class VersionsService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly changelog: ChangelogRepository,
    private readonly database: Database,
    private readonly editSources: EditSources,
  ) {}

  async history(request: ListVersions): Promise<Page<VersionHistoryRow>> {
    const page = await this.versions.history(request);
    if (page) return page;
    await this.artifacts.find(request.project_id, request.slug);
    return { count: 0, results: [] };
  }

  async get(request: VersionReference): Promise<Json<ArtifactVersionView>> {
    const version = await this.versions.view(request);
    if (!version) throw new NotFound();
    return version;
  }

  /**
   * The content as the new head; published in the same transaction where the project publishes automatically.
   * @throws Conflict when the head is not the version that the content was made from.
   */
  async append(request: AppendVersion, caller: Caller): Promise<Json<ArtifactVersionView>> {
    const { project_id, slug, payload } = request;
    this.editSources.assertKnown(request.edit_source);
    const { technicalType } = await this.artifacts.find(project_id, slug);
    assertPayloadFits(technicalType, payload);
    const version_number = await this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      artifact.assertHeadIs(request.base_version_number);
      const content = {
        payload,
        shortName: request.short_name,
        changeSummary: request.change_summary,
        editSource: request.edit_source,
        coachConversationId: request.coach_conversation_id ?? null,
      };
      const next = artifact.headVersionNumber + 1;
      return this.appendTo(artifact, caller, content, `version ${next}`);
    });
    return this.get({ project_id, slug, version_number });
  }

  /** A copy of an old version as the new head; the old one stays where it is. */
  async restore(request: VersionReference, caller: Caller): Promise<Json<ArtifactVersionView>> {
    const { project_id, slug, version_number: restored } = request;
    const version_number = await this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      const { payload, shortName } = await this.versions.require(artifact, restored);
      const content = {
        payload,
        shortName,
        changeSummary: `Restored from version ${restored}.`,
        editSource: '',
        coachConversationId: null,
      };
      const next = artifact.headVersionNumber + 1;
      return this.appendTo(artifact, caller, content, `version ${next}, a copy of version ${restored},`);
    });
    return this.get({ project_id, slug, version_number });
  }

  /** Moves the published pointer, also back: that is the rollback. What is published already stays as it is. */
  async publish(request: VersionReference, caller: Caller): Promise<Json<ArtifactVersionView>> {
    await this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(request.project_id, request.slug);
      await this.versions.require(artifact, request.version_number);
      await this.publishByHand(artifact, request.version_number, caller);
    });
    return this.get(request);
  }

  async publishHead({ project_id, slug }: ArtifactReference, caller: Caller): Promise<Json<ArtifactDetail>> {
    await this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      await this.publishByHand(artifact, artifact.requireHead(), caller);
    });
    const detail = await this.artifacts.detail(project_id, slug, 'published');
    if (!detail) throw new NotFound();
    return detail;
  }

  async publications(request: ListPublications): Promise<Page<Publication>> {
    const artifact = await this.artifacts.find(request.project_id, request.slug);
    return this.versions.publications(artifact, request);
  }

  private async appendTo(
    artifact: Artifact,
    caller: Caller,
    content: NewVersion,
    what: string,
  ): Promise<number> {
    const automatic = caller.project?.artifact_publish_mode === 'auto_publish';
    const description = `Appended ${automatic ? 'and published ' : ''}${what} to "${artifact.title}".`;
    const entry = await this.changelog.add(artifact, caller, description);
    const number = await this.versions.append(artifact, content, caller, entry);
    if (automatic) await this.versions.publish(artifact, number, caller);
    await this.artifacts.store(artifact);
    return number;
  }

  private async publishByHand(artifact: Artifact, versionNumber: number, caller: Caller): Promise<void> {
    Artifact.assertPublishedByHand(caller.project?.artifact_publish_mode);
    if (!(await this.versions.publish(artifact, versionNumber, caller))) return;
    await this.artifacts.store(artifact);
    await this.changelog.add(artifact, caller, `Published version ${versionNumber} of "${artifact.title}".`);
  }
}
