import { Injectable } from '@nestjs/common';
import { MAX_NUMBER } from '@pks/contracts';
import { Clock, Database, statement } from '@pks/platform';
import { ArtifactCatalog } from './artifact-catalog.entity.ts';
import { Artifact } from './artifact.entity.ts';
import { PREDEFINED, predefinedSlug } from './predefined-artifacts.ts';

const MAKE = statement<{ project_id: string }>(
  'catalogs-make',
  `INSERT INTO artifact_catalogs (project_id, next_display_order) VALUES ($1, $2)
   ON CONFLICT DO NOTHING RETURNING project_id`,
);

/** The last place in a scope, by the index of the catalog's order, which begins with the scope. */
const lastOf = (condition: string): string =>
  `(SELECT max(display_order) FROM artifacts WHERE project_id = $1 AND ${condition})`;

/** Takes a place after all others, also those that users set; at the end of the integers, places are shared. */
const TAKE_PLACE = statement<{ display_order: number }>(
  'catalogs-take-place',
  `UPDATE artifact_catalogs
      SET next_display_order = 1 + least(${MAX_NUMBER - 1}, greatest(next_display_order,
             greatest(${lastOf('in_scope')}, ${lastOf('NOT in_scope')})::bigint + 1))
    WHERE project_id = $1
RETURNING next_display_order - 1 AS display_order`,
);

/** Creates the catalog of a project on its first use, in one transaction with the predefined artifacts. */
@Injectable()
export class CatalogRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The result of a read. If it is null, seeds the catalog, unless the project has one, and reads again. */
  async findOrSeed<T>(projectId: string, read: () => Promise<T | null>): Promise<T | null> {
    const found = await read();
    if (found) return found;
    await this.seed(projectId);
    return read();
  }

  /** Takes the place after all others in the catalog, which is seeded first if the project has none. Other transactions that add to it wait. */
  async takeDisplayOrder(projectId: string): Promise<number> {
    const take = async () => (await this.database.rows(TAKE_PLACE, [projectId]))[0] ?? null;
    const place = await this.findOrSeed(projectId, take);
    if (!place) throw new Error('A catalog that was seeded does not exist.');
    return place.display_order;
  }

  /** Of several concurrent calls, one inserts; the others wait for its commit. */
  private async seed(projectId: string): Promise<void> {
    if (await this.database.manager.existsBy(ArtifactCatalog, { projectId })) return;
    await this.database.transaction(async () => {
      const artifacts = predefinedArtifacts(projectId, this.clock.now());
      const made = await this.database.rows(MAKE, [projectId, artifacts.length + 1]);
      if (made.length > 0) await this.database.manager.insert(Artifact, artifacts);
    });
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
