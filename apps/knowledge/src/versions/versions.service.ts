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
  VersionConversation,
  VersionHistoryRow,
  VersionReference,
} from '@pks/contracts';
import { Database, type Json } from '@pks/platform';
import { v7 } from 'uuid';
import { Artifact } from '../artifacts/artifact.entity.ts';
import { ArtifactsRepository } from '../artifacts/artifacts.repository.ts';
import { ChangelogRepository } from '../changelog/changelog.repository.ts';
import { assertPayloadFits, emptyVersion } from './payload-rules.ts';
import { type NewVersion, VersionsRepository } from './versions.repository.ts';

/** The results of validations and lookups before a content is appended. */
export interface PreparedVersion {
  /** Whether the content is BPMN that was found valid. */
  readonly wasValidated: boolean;
  /** The conversation in which the content was written; null if unknown. */
  readonly conversation: VersionConversation | null;
}

/** Versions of artifacts, and which of them is published (api.md Artifacts, decisions 3). */
@Injectable()
export class VersionsService {
  constructor(
    private readonly versions: VersionsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly changelog: ChangelogRepository,
    private readonly database: Database,
  ) {}

  history(request: ListVersions): Promise<Page<VersionHistoryRow>> {
    return this.versions.history(request);
  }

  get(request: VersionReference): Promise<Json<ArtifactVersionView>> {
    return this.versions.view(request);
  }

  /**
   * Appends the content as the new head, and publishes it in the same transaction if the project publishes automatically.
   * The version shows the conversation in which it was written.
   * @throws Conflict if the head is not the version that the content is based on.
   */
  async append(
    request: AppendVersion,
    caller: Caller,
    { wasValidated, conversation }: PreparedVersion,
  ): Promise<Json<ArtifactVersionView>> {
    const { project_id, slug, payload } = request;
    return this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      const { technicalType } = artifact;
      // Since the validation, the artifact may have been deleted and recreated with another type.
      const isValidated = wasValidated && technicalType === 'bpmn_xml' && typeof payload === 'string';
      if (!isValidated) assertPayloadFits(technicalType, payload);
      artifact.assertHeadIs(request.base_version_number);
      return this.appendTo(artifact, caller, {
        payload,
        shortName: request.short_name,
        changeSummary: request.change_summary,
        editSource: request.edit_source,
        coachConversationId: request.coach_conversation_id ?? null,
        conversation,
      });
    });
  }

  /** Appends a copy of an old version as the new head; the old version stays. */
  async restore(request: VersionReference, caller: Caller): Promise<Json<ArtifactVersionView>> {
    const { project_id, slug, version_number } = request;
    return this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      const { payload, shortName } = await this.versions.require(artifact, version_number);
      const content = {
        ...emptyVersion(artifact.technicalType),
        payload,
        shortName,
        changeSummary: `Restored from version ${version_number}.`,
      };
      return this.appendTo(artifact, caller, content, `, a copy of version ${version_number},`);
    });
  }

  /** Moves the published pointer, also back to an earlier version. Does nothing if it already points there. */
  async publish(request: VersionReference, caller: Caller): Promise<Json<ArtifactVersionView>> {
    return this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(request.project_id, request.slug);
      const [version] = await Promise.all([
        this.versions.view(request),
        this.publishByHand(artifact, request.version_number, caller),
      ]);
      return version;
    });
  }

  /** Publishes the version that is the head once the artifact is locked. @throws NotFound without versions. */
  async publishHead({ project_id, slug }: ArtifactReference, caller: Caller): Promise<Json<ArtifactDetail>> {
    return this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(project_id, slug);
      await this.publishByHand(artifact, artifact.headVersionNumber, caller);
      return this.artifacts.detail(project_id, slug, 'published');
    });
  }

  async publications(request: ListPublications): Promise<Page<Publication>> {
    const artifact = await this.artifacts.find(request.project_id, request.slug);
    return this.versions.publications(artifact, request);
  }

  /**
   * Appends the content as the new head of a locked artifact, in its transaction, and publishes it if the project publishes
   * automatically. The changelog entry names the `origin` of the content.
   */
  async appendTo(
    artifact: Artifact,
    caller: Caller,
    content: NewVersion,
    origin = '',
  ): Promise<Json<ArtifactVersionView>> {
    const automatic = caller.project?.artifact_publish_mode === 'auto_publish';
    const what = `version ${artifact.headVersionNumber + 1}${origin}`;
    const description = `Appended ${automatic ? 'and published ' : ''}${what} to "${artifact.title}".`;
    const versionNumber = artifact.takeNextVersion();
    const move = automatic ? artifact.publish(versionNumber) : undefined;
    const entry = v7();
    // Sent in this order: a version refers to its entry.
    const [, version] = await Promise.all([
      this.changelog.add(artifact, caller, description, entry),
      this.versions.insertHead(artifact, content, caller, entry),
      move && this.versions.insertPublication(artifact, move, caller),
      this.artifacts.storePointers(artifact),
    ]);
    return version;
  }

  private async publishByHand(artifact: Artifact, versionNumber: number, caller: Caller): Promise<void> {
    artifact.assertHasVersion(versionNumber);
    Artifact.assertPublishedByHand(caller.project?.artifact_publish_mode);
    if (artifact.publishedVersionNumber === versionNumber) return;
    const move = artifact.publish(versionNumber);
    await Promise.all([
      this.versions.insertPublication(artifact, move, caller),
      this.artifacts.storePointers(artifact),
      this.changelog.add(artifact, caller, `Published version ${versionNumber} of "${artifact.title}".`),
    ]);
  }
}
