import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@pks/platform';
import { ArtifactCatalog } from './artifact-catalog.entity.ts';
import { Artifact } from './artifact.entity.ts';
import { PREDEFINED, predefinedSlug } from './predefined-artifacts.ts';

/** Catalogs come into being when a project is first asked for, in one transaction with their predefined artifacts. */
@Injectable()
export class CatalogRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Seeds the catalog of a project that has none. Returns whether it was this call that did. */
  async seed(projectId: string): Promise<boolean> {
    if (await this.database.manager.existsBy(ArtifactCatalog, { projectId })) return false;
    return this.database.transaction(() => this.insert(projectId));
  }

  /** Takes the next place in the catalog; whoever else adds to it waits. */
  async takeDisplayOrder(projectId: string): Promise<number> {
    await this.seed(projectId);
    const { manager } = this.database;
    const catalog = await manager.findOneOrFail(ArtifactCatalog, {
      where: { projectId },
      lock: { mode: 'pessimistic_write' },
    });
    await manager.update(ArtifactCatalog, { projectId }, { nextDisplayOrder: catalog.nextDisplayOrder + 1 });
    return catalog.nextDisplayOrder;
  }

  private async insert(projectId: string): Promise<boolean> {
    const artifacts = predefinedArtifacts(projectId, this.clock.now());
    const inserted: unknown[] = await this.database.manager.query(
      `INSERT INTO artifact_catalogs (project_id, next_display_order) VALUES ($1, $2)
       ON CONFLICT DO NOTHING RETURNING project_id`,
      [projectId, artifacts.length + 1],
    );
    if (inserted.length === 0) return false;
    await this.database.manager.insert(Artifact, artifacts);
    return true;
  }
}

function predefinedArtifacts(projectId: string, now: Date): Artifact[] {
  return PREDEFINED.map(({ semanticType, title, technicalType, purpose }, index) =>
    Artifact.of({
      projectId,
      slug: predefinedSlug(semanticType),
      title,
      semanticType,
      technicalType,
      displayOrder: index + 1,
      definitionShort: purpose,
      createdAt: now,
    }),
  );
}
