/** The statement of the knowledge service's artifact list, kept the same as the service's by hand: compare `artifacts.repository.ts`. */
export const LISTING = `
  SELECT counted.total, page.*
    FROM (SELECT count(*) AS total FROM knowledge.artifacts WHERE project_id = $1) counted
    LEFT JOIN LATERAL (
      SELECT id, slug, title, semantic_type, technical_type, in_scope, display_order, "group", definition_short,
             head_version_number, head_updated_at, version_count, published_version_number,
             semantic_type = 'custom' AS can_delete
        FROM knowledge.artifacts WHERE project_id = $1
       ORDER BY in_scope DESC, display_order, slug, id LIMIT $2 OFFSET $3
    ) page ON true
   ORDER BY page.in_scope DESC, page.display_order, page.slug, page.id`;

/** The number of connections to PostgreSQL that every contender has. */
export const POOL_SIZE = 12;
