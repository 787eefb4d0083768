import { randomUUID } from 'node:crypto';
import {
  type ArtifactDetail,
  type ArtifactItem,
  type ArtifactVersion,
  type Caller,
  type ChangelogEntry,
  type Page,
  type Publication,
  type PublishMode,
  type VersionDiff,
  type VersionHistoryRow,
  artifacts,
  changelog,
  versions,
} from '@pks/contracts';
import type { Idempotency } from '@pks/platform';
import type { Fields, ServiceGround } from './running-service.ts';

const { calls: catalog } = artifacts;
const { calls: version } = versions;

/** A project as one caller sees it, with short methods for its calls. */
export class TestProject {
  readonly id: string;

  constructor(
    private readonly knowledge: Pick<ServiceGround, 'call'>,
    readonly caller: Caller,
  ) {
    this.id = caller.project?.id ?? '';
  }

  /** The same project as a member who may only view sees it. */
  asViewer(): TestProject {
    return this.as({ permissions: ['CAN_VIEW_DATA'] });
  }

  /** The same project as another member, who may only view, sees it. */
  asAnother(): TestProject {
    const { caller } = this.asViewer();
    return new TestProject(this.knowledge, { ...caller, user_id: randomUUID(), credential_id: randomUUID() });
  }

  /** The same project after its publish mode was changed. */
  inMode(mode: PublishMode): TestProject {
    return this.as({ artifact_publish_mode: mode });
  }

  list(request: Fields = {}): Promise<Page<ArtifactItem>> {
    return this.knowledge.call(catalog.list, { project_id: this.id, ...request }, this.caller);
  }

  /** Creates a text, or what the fields describe. */
  create(title: unknown, fields: Fields = {}, idempotency?: Idempotency): Promise<ArtifactDetail> {
    const request = { project_id: this.id, title, technical_type: 'markdown', ...fields };
    return this.knowledge.call(catalog.create, request, this.caller, idempotency);
  }

  get(slug: string, requested?: string): Promise<ArtifactDetail> {
    const version = requested === undefined ? {} : { version: requested };
    return this.knowledge.call(catalog.get, { ...this.the(slug), ...version }, this.caller);
  }

  update(slug: string, changes: Fields): Promise<ArtifactDetail> {
    return this.knowledge.call(catalog.update, { ...this.the(slug), ...changes }, this.caller);
  }

  remove(slug: string): Promise<void> {
    return this.knowledge.call(catalog.remove, this.the(slug), this.caller);
  }

  append(
    slug: string,
    payload: unknown,
    fields: Fields = {},
    idempotency?: Idempotency,
  ): Promise<ArtifactVersion> {
    const request = { ...this.the(slug), payload, ...fields };
    return this.knowledge.call(version.append, request, this.caller, idempotency);
  }

  version(slug: string, version_number: number): Promise<ArtifactVersion> {
    return this.knowledge.call(version.get, { ...this.the(slug), version_number }, this.caller);
  }

  restore(slug: string, version_number: number): Promise<ArtifactVersion> {
    return this.knowledge.call(version.restore, { ...this.the(slug), version_number }, this.caller);
  }

  publish(slug: string, version_number: number): Promise<ArtifactVersion> {
    return this.knowledge.call(version.publish, { ...this.the(slug), version_number }, this.caller);
  }

  publishHead(slug: string): Promise<ArtifactDetail> {
    return this.knowledge.call(version.publishHead, this.the(slug), this.caller);
  }

  diff(slug: string, version_number: number, against?: number): Promise<VersionDiff> {
    const other = against === undefined ? {} : { against };
    return this.knowledge.call(version.diff, { ...this.the(slug), version_number, ...other }, this.caller);
  }

  history(slug: string, paging: Fields = {}): Promise<Page<VersionHistoryRow>> {
    return this.knowledge.call(version.history, { ...this.the(slug), ...paging }, this.caller);
  }

  publications(slug: string, paging: Fields = {}): Promise<Page<Publication>> {
    return this.knowledge.call(version.publications, { ...this.the(slug), ...paging }, this.caller);
  }

  changelog(paging: Fields = {}): Promise<Page<ChangelogEntry>> {
    return this.knowledge.call(changelog.calls.list, { project_id: this.id, ...paging }, this.caller);
  }

  /** The descriptions in the changelog, the newest first. */
  async changelogTexts(): Promise<string[]> {
    const { results } = await this.changelog();
    return results.map(({ description }) => description);
  }

  /** The moves of an artifact's published pointer, the oldest first. */
  async moves(slug: string): Promise<(readonly [number | null, number])[]> {
    const { results } = await this.publications(slug, { limit: 1000 });
    return results
      .map(({ from_version_number, to_version_number }) => [from_version_number, to_version_number] as const)
      .reverse();
  }

  private as(access: Partial<NonNullable<Caller['project']>>): TestProject {
    const { project } = this.caller;
    if (!project) throw new Error('The caller is in no project.');
    return new TestProject(this.knowledge, { ...this.caller, project: { ...project, ...access } });
  }

  private the(slug: string): { project_id: string; slug: string } {
    return { project_id: this.id, slug };
  }
}
