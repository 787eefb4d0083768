import { randomUUID } from 'node:crypto';
import {
  type ArtifactDetail,
  type ArtifactItem,
  type ArtifactVersion,
  type Caller,
  type Page,
  artifacts,
  versions,
} from '@pks/contracts';
import { type Fields } from '@pks/testing';
import type { RunningSearch } from './running-search.ts';

const { calls: catalog } = artifacts;
const { calls: version } = versions;

/** A project as one caller sees it, with short methods for calls of the knowledge service. */
export class TestProject {
  readonly id: string;

  constructor(
    private readonly running: RunningSearch,
    readonly caller: Caller,
  ) {
    this.id = caller.project?.id ?? '';
  }

  /** The same project as another member, who may only view, sees it. */
  asAnother(): TestProject {
    const { project } = this.caller;
    if (!project) throw new Error('The caller is in no project.');
    return new TestProject(this.running, {
      ...this.caller,
      user_id: randomUUID(),
      credential_id: randomUUID(),
      project: { ...project, permissions: ['CAN_VIEW_DATA'] },
    });
  }

  list(): Promise<Page<ArtifactItem>> {
    return this.running.call(catalog.list, { project_id: this.id }, this.caller);
  }

  /** Creates a text, or what the fields say. */
  create(title: unknown, fields: Fields = {}): Promise<ArtifactDetail> {
    const request = { project_id: this.id, title, technical_type: 'markdown', ...fields };
    return this.running.call(catalog.create, request, this.caller);
  }

  update(slug: string, changes: Fields): Promise<ArtifactDetail> {
    return this.running.call(catalog.update, { ...this.the(slug), ...changes }, this.caller);
  }

  remove(slug: string): Promise<void> {
    return this.running.call(catalog.remove, this.the(slug), this.caller);
  }

  append(slug: string, payload: unknown): Promise<ArtifactVersion> {
    return this.running.call(version.append, { ...this.the(slug), payload }, this.caller);
  }

  publish(slug: string, version_number: number): Promise<ArtifactVersion> {
    return this.running.call(version.publish, { ...this.the(slug), version_number }, this.caller);
  }

  publishHead(slug: string): Promise<ArtifactDetail> {
    return this.running.call(version.publishHead, this.the(slug), this.caller);
  }

  private the(slug: string): { project_id: string; slug: string } {
    return { project_id: this.id, slug };
  }
}
