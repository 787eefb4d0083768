import { Injectable } from '@nestjs/common';
import { Database, statement } from '@pks/platform';
import type { Hit } from '../search/passage-hit.ts';
import type { Reader } from './reader.ts';

/** An existing document, artifact or interview, with the indexing whose passages count. */
export interface FoundSource {
  readonly source_id: string;
  readonly indexing_id: string;
  readonly title: string;
  readonly slug: string | null;
  readonly version_number: number | null;
}

/** Which sources may be found. */
export interface Findable {
  readonly projectId: string;
  readonly generation: number;
  /** If there are any, only documents that have one of them. */
  readonly metadataValues: readonly string[];
  readonly reader: Reader;
}

const VALID = statement<FoundSource>(
  'found_sources_valid',
  `SELECT s.source_id, s.indexing_id, coalesce(d.name, a.title, i.name) AS title, a.slug, s.version_number
     FROM (SELECT DISTINCT source_id, indexing_id FROM unnest($3::uuid[], $4::uuid[]) hit (source_id, indexing_id)) hit
     JOIN indexed_sources s
       ON s.project_id = $1 AND s.generation = $2 AND s.source_id = hit.source_id AND s.indexing_id = hit.indexing_id
     LEFT JOIN documents d
       ON s.kind = 'document' AND d.project_id = $1 AND d.id = s.source_id AND d.status = 'active'
     LEFT JOIN artifacts a
       ON s.kind = 'artifact' AND a.project_id = $1 AND a.id = s.source_id
      AND a.published_version_number = s.version_number
     LEFT JOIN interview_summaries i
       ON s.kind = 'interview' AND i.project_id = $1 AND i.id = s.source_id AND i.name IS NOT NULL
      AND ($6::boolean OR i.assigned_to_id = $7::uuid OR i.created_by_id = $7)
    WHERE (d.id IS NOT NULL OR a.id IS NOT NULL OR i.id IS NOT NULL)
      AND ($5::text[] = '{}' OR EXISTS (
            SELECT FROM json_array_elements(d.metadata) AS pair, unnest($5::text[]) AS wanted
             WHERE casefold((pair ->> 1) COLLATE pg_unicode_fast) = casefold(wanted COLLATE pg_unicode_fast)))`,
);

/** Sources of hits that count with other passages, none of which is among the hits. */
const REPLACED = statement<{ source_id: string }>(
  'found_sources_replaced',
  `SELECT s.source_id
     FROM unnest($3::uuid[]) hit (source_id)
     JOIN indexed_sources s
       ON s.project_id = $1 AND s.generation = $2 AND s.source_id = hit.source_id
    WHERE s.indexing_id <> ALL ($4::uuid[])
    LIMIT 1`,
);

/** Checks which of the passages that the index returns are still valid. */
@Injectable()
export class FoundSourcesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The sources of these hits that are still valid: they exist, their indexed content is the published one, the reader may find
   * them, and they have one of the metadata values, where any are given.
   */
  valid(hits: readonly Hit[], { projectId, generation, ...findable }: Findable): Promise<FoundSource[]> {
    const { findsAllInterviews, userId } = findable.reader;
    const values = [
      projectId,
      generation,
      ...idsOf(hits),
      findable.metadataValues,
      findsAllInterviews,
      userId,
    ];
    return this.database.rows(VALID, values);
  }

  /** Whether one of these sources was indexed again after its hits were found. */
  async areReplaced(
    hits: readonly Hit[],
    { projectId, generation }: Pick<Findable, 'projectId' | 'generation'>,
  ): Promise<boolean> {
    const replaced = await this.database.rows(REPLACED, [projectId, generation, ...idsOf(hits)]);
    return replaced.length > 0;
  }
}

/** The sources of hits, and their indexings. */
function idsOf(hits: readonly Hit[]): readonly [sources: readonly string[], indexings: readonly string[]] {
  return [hits.map(({ source_id }) => source_id), hits.map(({ indexing_id }) => indexing_id)];
}
