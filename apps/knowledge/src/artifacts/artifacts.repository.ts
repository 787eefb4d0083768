import { Injectable } from '@nestjs/common';
import {
  type ArtifactDetail,
  type ArtifactItem,
  type CatalogScope,
  type ListArtifacts,
  MAX_NUMBER,
  type Page,
} from '@pks/contracts';
import { Clock, Database, type Json, NotFound, pageOf, pageStatement, statement } from '@pks/platform';
import { Artifact } from './artifact.entity.ts';
import { CatalogRepository } from './catalog.repository.ts';
import { withPayload } from './with-payload.ts';

const ITEM = `
  a.id, a.slug, a.title, a.semantic_type, a.technical_type, a.in_scope, a.display_order, a."group",
  a.definition_short, a.head_version_number, a.head_updated_at, a.version_count, a.published_version_number,
  a.semantic_type = 'custom' AS can_delete`;

/** The statement of a list; `condition` selects a part of the catalog, and `kept` is the stored count of its artifacts. */
function listing(scope: CatalogScope, condition: string, kept: string) {
  return pageStatement<ArtifactItem, ListArtifacts>(`artifacts-list-${scope}`, {
    results: `SELECT ${ITEM} FROM artifacts a WHERE a.project_id = :project_id ${condition}`,
    order: 'in_scope DESC, display_order, slug, id',
    total: `SELECT coalesce(sum(${kept}), 0) AS total FROM catalog_counts WHERE project_id = :project_id`,
    planOnce: true,
  });
}

const LISTINGS = {
  all: listing('all', '', 'in_scope + out_of_scope'),
  in_scope: listing('in_scope', 'AND in_scope', 'in_scope'),
  out_of_scope: listing('out_of_scope', 'AND NOT in_scope', 'out_of_scope'),
} satisfies Record<CatalogScope, unknown>;

type DetailRow = Omit<ArtifactDetail, 'payload'> & { payload: string | null };

interface Selected {
  readonly project: string;
  readonly slug: string;
  readonly version: string;
  /** The number, if `version` is one; else null. */
  readonly number: number | null;
}

const DETAIL = statement<DetailRow, Selected>(
  'artifacts-detail',
  `SELECT ${ITEM}, a.definition_long, a.format_description, a.capture_discipline,
          v.version_number AS selected_version_number, v.payload::text AS payload
     FROM artifacts a
     LEFT JOIN artifact_versions v
       ON v.project_id = a.project_id AND v.artifact_id = a.id
      AND v.version_number = CASE :version::text WHEN 'published' THEN a.published_version_number
                                                 WHEN 'head' THEN a.head_version_number
                                                 ELSE :number::integer END
    WHERE a.project_id = :project AND a.slug = :slug`,
);

const INSERT = statement<object, Artifact>(
  'artifacts-insert',
  `INSERT INTO artifacts
     (project_id, id, slug, title, semantic_type, technical_type, in_scope, display_order, "group", definition_short,
      definition_long, format_description, capture_discipline, head_version_number, head_updated_at, version_count,
      published_version_number, created_at, updated_at)
   VALUES
     (:projectId, :id, :slug, :title, :semanticType, :technicalType, :inScope, :displayOrder, :group, :definitionShort,
      :definitionLong, :formatDescription, :captureDiscipline, :headVersionNumber, :headUpdatedAt, :versionCount,
      :publishedVersionNumber, :createdAt, :updatedAt)`,
);

const STORE_POINTERS = statement<object, Artifact>(
  'artifacts-store-pointers',
  `UPDATE artifacts
      SET head_version_number = :headVersionNumber, head_updated_at = :headUpdatedAt, version_count = :versionCount,
          published_version_number = :publishedVersionNumber, updated_at = :updatedAt
    WHERE project_id = :projectId AND id = :id`,
);

/** Reads and writes artifacts. */
@Injectable()
export class ArtifactsRepository {
  constructor(
    private readonly database: Database,
    private readonly catalogs: CatalogRepository,
    private readonly clock: Clock,
  ) {}

  /** In-scope artifacts first, then by display order, then by slug. */
  async list(request: ListArtifacts): Promise<Page<ArtifactItem>> {
    const page = await this.catalogs.findOrSeed(request.project_id, async () => {
      const found = pageOf(await this.database.rows(LISTINGS[request.scope], request));
      return found.count === 0 ? null : found;
    });
    return page ?? { count: 0, results: [] };
  }

  /** The artifact with the content of a version. @throws NotFound also for a number without a version. */
  async detail(project: string, slug: string, version: string): Promise<Json<ArtifactDetail>> {
    const number = /^\d+$/.test(version) ? Math.min(Number(version), MAX_NUMBER) : null;
    const row = await this.catalogs.findOrSeed(project, async () => {
      const rows = await this.database.rows(DETAIL, { project, slug, version, number });
      return rows[0] ?? null;
    });
    if (!row || (number !== null && row.selected_version_number === null)) throw new NotFound();
    return withPayload<ArtifactDetail>(row);
  }

  /** The artifact. @throws NotFound */
  find(projectId: string, slug: string): Promise<Artifact> {
    return this.require(projectId, () => this.database.find(Artifact, { projectId, slug }));
  }

  /** The artifact, locked until the end of the transaction, with its write begun. @throws NotFound */
  async lock(projectId: string, slug: string): Promise<Artifact> {
    const artifact = await this.require(projectId, () =>
      this.database.lock(Artifact, { projectId, slug }, 'pessimistic_write'),
    );
    artifact.beginWrite(this.clock.now());
    return artifact;
  }

  /** Takes the next place in the project's catalog. */
  takeDisplayOrder(projectId: string): Promise<number> {
    return this.catalogs.takeDisplayOrder(projectId);
  }

  async insert(artifact: Artifact): Promise<void> {
    await this.database.rows(INSERT, artifact);
  }

  /** Stores which versions are the head and the published one of a locked artifact. */
  async storePointers(artifact: Artifact): Promise<void> {
    await this.database.rows(STORE_POINTERS, artifact);
  }

  /** Stores a locked artifact. */
  async store(artifact: Artifact): Promise<void> {
    const { projectId, id, ...columns } = artifact;
    await this.database.manager.update(Artifact, { projectId, id }, columns);
  }

  async remove({ projectId, id }: Artifact): Promise<void> {
    await this.database.manager.delete(Artifact, { projectId, id });
  }

  private async require(projectId: string, read: () => Promise<Artifact | null>): Promise<Artifact> {
    const artifact = await this.catalogs.findOrSeed(projectId, read);
    if (!artifact) throw new NotFound();
    return artifact;
  }
}
