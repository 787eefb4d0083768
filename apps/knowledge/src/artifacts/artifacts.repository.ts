import { Injectable } from '@nestjs/common';
import type { ArtifactDetail, ArtifactItem, CatalogScope, ListArtifacts, Page } from '@pks/contracts';
import { Database, Json, NotFound, pageOf, statement } from '@pks/platform';
import { Artifact } from './artifact.entity.ts';
import { CatalogRepository } from './catalog.repository.ts';

const ITEM = `
  id, slug, title, semantic_type, technical_type, in_scope, display_order, "group", definition_short,
  head_version_number, head_updated_at, version_count, published_version_number,
  semantic_type = 'custom' AS can_delete`;

type ItemRow = ArtifactItem & { total: number };

/** The page and the number of all results in one statement; a page past the end still tells the number. */
function listing(scope: CatalogScope, condition: string) {
  return statement<ItemRow>(
    `artifacts-list-${scope}`,
    `SELECT counted.total, page.*
       FROM (SELECT count(*) AS total FROM artifacts WHERE project_id = $1 ${condition}) counted
       LEFT JOIN LATERAL (
         SELECT ${ITEM} FROM artifacts WHERE project_id = $1 ${condition}
          ORDER BY in_scope DESC, display_order, slug, id LIMIT $2 OFFSET $3
       ) page ON true
      ORDER BY page.in_scope DESC, page.display_order, page.slug, page.id`,
  );
}

const LISTINGS = {
  all: listing('all', ''),
  in_scope: listing('in_scope', 'AND in_scope'),
  out_of_scope: listing('out_of_scope', 'AND NOT in_scope'),
} satisfies Record<CatalogScope, unknown>;

type DetailRow = Omit<ArtifactDetail, 'payload'> & { payload: string | null };

const DETAIL = statement<DetailRow>(
  'artifacts-detail',
  `SELECT a.id, a.slug, a.title, a.semantic_type, a.technical_type, a.in_scope, a.display_order, a."group",
          a.definition_short, a.head_version_number, a.head_updated_at, a.version_count,
          a.published_version_number, a.semantic_type = 'custom' AS can_delete, a.definition_long,
          a.format_description, a.capture_discipline, v.version_number AS selected_version_number,
          v.payload::text AS payload
     FROM artifacts a
     LEFT JOIN artifact_versions v
       ON v.project_id = a.project_id AND v.artifact_id = a.id
      AND v.version_number = CASE $3::text WHEN 'published' THEN a.published_version_number
                                           WHEN 'head' THEN a.head_version_number
                                           ELSE $4::integer END
    WHERE a.project_id = $1 AND a.slug = $2`,
);

const MAX_INTEGER = 2_147_483_647;

/** Remembers artifacts. */
@Injectable()
export class ArtifactsRepository {
  constructor(
    private readonly database: Database,
    private readonly catalogs: CatalogRepository,
  ) {}

  /** In-scope artifacts first, then by display order, then by slug. */
  async list(request: ListArtifacts): Promise<Page<ArtifactItem>> {
    const { project_id, scope, limit, offset } = request;
    const page = pageOf(await this.database.rows(LISTINGS[scope], [project_id, limit, offset]));
    const unseeded = page.count === 0 && (await this.catalogs.seed(project_id));
    return unseeded ? this.list(request) : page;
  }

  /** The artifact with the content of a version; undefined when the artifact, or the version asked for by its number, is not there. */
  async detail(projectId: string, slug: string, version: string): Promise<Json<ArtifactDetail> | undefined> {
    const number = /^\d+$/.test(version) ? Math.min(Number(version), MAX_INTEGER) : null;
    const [row] = await this.database.rows(DETAIL, [projectId, slug, version, number]);
    if (!row)
      return (await this.catalogs.seed(projectId)) ? this.detail(projectId, slug, version) : undefined;
    if (number !== null && row.selected_version_number === null) return undefined;
    return withPayload<ArtifactDetail>(row);
  }

  /** The artifact. @throws NotFound */
  async find(projectId: string, slug: string): Promise<Artifact> {
    const artifact = await this.database.manager.findOneBy(Artifact, { projectId, slug });
    if (artifact) return artifact;
    if (await this.catalogs.seed(projectId)) return this.find(projectId, slug);
    throw new NotFound();
  }

  /** The artifact, locked until the end of the transaction. @throws NotFound */
  async lock(projectId: string, slug: string): Promise<Artifact> {
    const { manager } = this.database;
    const lock = { mode: 'pessimistic_write' } as const;
    const artifact = await manager.findOne(Artifact, { where: { projectId, slug }, lock });
    if (artifact) return artifact;
    if (await this.catalogs.seed(projectId)) return this.lock(projectId, slug);
    throw new NotFound();
  }

  /** Takes the next place in the project's catalog. */
  takeDisplayOrder(projectId: string): Promise<number> {
    return this.catalogs.takeDisplayOrder(projectId);
  }

  async insert(artifact: Artifact): Promise<void> {
    await this.database.manager.insert(Artifact, artifact);
  }

  /** Writes what changed of a locked artifact. */
  async store(artifact: Artifact): Promise<void> {
    const { projectId, id, ...columns } = artifact;
    await this.database.manager.update(Artifact, { projectId, id }, columns);
  }

  async remove({ projectId, id }: Artifact): Promise<void> {
    await this.database.manager.delete(Artifact, { projectId, id });
  }
}

/** The JSON of a row whose payload is JSON already: it is put in as it is. */
export function withPayload<T>({ payload, ...rest }: { payload: string | null }): Json<T> {
  return new Json<T>(`${JSON.stringify(rest).slice(0, -1)},"payload":${payload ?? 'null'}}`);
}
