import { randomUUID } from 'node:crypto';
import type { Caller, ListArtifacts } from '@pks/contracts';
import { Clock, type Database, type Json, Outbox } from '@pks/platform';
import { aCaller, openTestDatabase } from '@pks/testing';
import { v7 } from 'uuid';
import { type Artifact } from '../src/artifacts/artifact.entity.ts';
import { ArtifactsRepository } from '../src/artifacts/artifacts.repository.ts';
import { type ArtifactTraits, anArtifact } from '../src/artifacts/artifact.builder.ts';
import { CatalogRepository } from '../src/artifacts/catalog.repository.ts';
import { ChangelogRepository } from '../src/changelog/changelog.repository.ts';
import { knowledgeSchema } from '../src/knowledge.database.ts';
import type { Content } from '../src/versions/artifact-version.entity.ts';
import { emptyVersion } from '../src/versions/payload-rules.ts';
import { VersionsRepository } from '../src/versions/versions.repository.ts';

/** A clock that stands still: order must not depend on it. */
export class StandingClock extends Clock {
  override now(): Date {
    return new Date('2026-11-21T12:00:00.000Z');
  }
}

/** The repositories on a database of a test file's own. */
export class KnowledgeStore {
  readonly catalogs: CatalogRepository;
  readonly artifacts: ArtifactsRepository;
  readonly versions: VersionsRepository;
  readonly changelog: ChangelogRepository;
  readonly caller: Caller = aCaller();

  private constructor(
    readonly database: Database,
    readonly close: () => Promise<void>,
  ) {
    const clock = new StandingClock();
    this.catalogs = new CatalogRepository(database, clock);
    this.artifacts = new ArtifactsRepository(database, this.catalogs, clock);
    this.versions = new VersionsRepository(database, this.catalogs, new Outbox(database));
    this.changelog = new ChangelogRepository(database);
  }

  static async open(): Promise<KnowledgeStore> {
    const { database, close } = await openTestDatabase(knowledgeSchema);
    return new KnowledgeStore(database, close);
  }

  /** Puts artifacts into the catalog of a new project, and returns the project. */
  async aProjectWith(...artifacts: ArtifactTraits[]): Promise<string> {
    const projectId = randomUUID();
    await this.catalogs.takeDisplayOrder(projectId);
    for (const traits of artifacts) await this.artifacts.insert(anArtifact({ projectId, ...traits }));
    return projectId;
  }

  /** Puts an artifact with these versions into a new project. */
  async anArtifactWith(contents: readonly Content[], traits: ArtifactTraits = {}): Promise<Artifact> {
    const projectId = await this.aProjectWith(traits);
    for (const payload of contents) await this.append(projectId, traits.slug ?? 'churn', payload);
    return this.artifacts.find(projectId, traits.slug ?? 'churn');
  }

  /** Appends a version in a transaction of its own, and publishes it if requested. */
  append(projectId: string, slug: string, payload: Content, publish = false): Promise<number> {
    return this.database.transaction(async () => {
      const artifact = await this.artifacts.lock(projectId, slug);
      const entry = v7();
      await this.changelog.add(artifact, this.caller, `Appended to ${slug}.`, entry);
      const content = { ...emptyVersion('markdown'), payload };
      const number = artifact.takeNextVersion();
      await this.versions.insertHead(artifact, content, this.caller, entry);
      if (publish) await this.versions.insertPublication(artifact, artifact.publish(number), this.caller);
      await this.artifacts.store(artifact);
      return number;
    });
  }

  /** The slugs of a page, in its order. */
  async slugs(projectId: string, request: Partial<ListArtifacts> = {}): Promise<string[]> {
    const page = await this.artifacts.list({
      project_id: projectId,
      scope: 'all',
      limit: 100,
      offset: 0,
      ...request,
    });
    return page.results.map(({ slug }) => slug);
  }
}

/** Parses prebuilt JSON. */
export function parsed(json: Json<unknown>): Record<string, unknown> {
  return JSON.parse(json.text) as Record<string, unknown>;
}
