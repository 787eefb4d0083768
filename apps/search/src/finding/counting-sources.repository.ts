import { Injectable } from '@nestjs/common';
import type { SourceKind } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import type { Hit } from '../search/passage-hit.ts';
import type { Reader } from './reader.ts';

/** A source with the indexing whose passages count. */
export interface CountingSource {
  readonly source_id: string;
  readonly indexing_id: string;
  readonly kind: SourceKind;
  /** The version of an artifact that was indexed. */
  readonly version_number: number | null;
  /** The name of an interview; null for other sources. */
  readonly name: string | null;
}

/** A generation of a project, and who searches it. */
export interface Reading {
  readonly projectId: string;
  readonly generation: number;
  readonly reader: Reader;
}

/** The source of a hit, and the indexing that wrote the passage. */
type Indexing = Pick<Hit, 'source_id' | 'indexing_id'>;

const COUNTING = statement<CountingSource>(
  'counting_sources',
  `SELECT s.source_id, s.indexing_id, s.kind, s.version_number, i.name
     FROM (SELECT DISTINCT source_id, indexing_id FROM unnest($3::uuid[], $4::uuid[]) hit (source_id, indexing_id)) hit
     JOIN indexed_sources s
       ON s.project_id = $1 AND s.generation = $2 AND s.source_id = hit.source_id AND s.indexing_id = hit.indexing_id
     LEFT JOIN interview_summaries i
       ON s.kind = 'interview' AND i.project_id = $1 AND i.id = s.source_id AND i.name IS NOT NULL
      AND ($5::boolean OR i.assigned_to_id = $6::uuid OR i.created_by_id = $6)
    WHERE s.kind <> 'interview' OR i.id IS NOT NULL`,
);

/** Sources of hits that now count with passages of another indexing, none of which is among the hits. */
const REPLACED = statement<{ source_id: string }>(
  'counting_sources_replaced',
  `SELECT s.source_id
     FROM unnest($3::uuid[]) hit (source_id)
     JOIN indexed_sources s
       ON s.project_id = $1 AND s.generation = $2 AND s.source_id = hit.source_id
    WHERE s.indexing_id <> ALL ($4::uuid[])
    LIMIT 1`,
);

/** Checks which of the passages that the index returns count. */
@Injectable()
export class CountingSourcesRepository {
  constructor(private readonly database: Database) {}

  /** The sources of these hits whose indexing counts; interviews only if they exist and the reader may find them. */
  of(hits: readonly Hit[], { projectId, generation, reader }: Reading): Promise<CountingSource[]> {
    const { findsAllInterviews, userId } = reader;
    return this.database.rows(COUNTING, [projectId, generation, ...idsOf(hits), findsAllInterviews, userId]);
  }

  /** Whether one of these sources was indexed again after its hits were found. */
  async areReplaced(
    hits: readonly Indexing[],
    { projectId, generation }: Pick<Reading, 'projectId' | 'generation'>,
  ): Promise<boolean> {
    const replaced = await this.database.rows(REPLACED, [projectId, generation, ...idsOf(hits)]);
    return replaced.length > 0;
  }
}

/** The sources of hits, and their indexings. */
function idsOf(
  hits: readonly Indexing[],
): readonly [sources: readonly string[], indexings: readonly string[]] {
  return [hits.map(({ source_id }) => source_id), hits.map(({ indexing_id }) => indexing_id)];
}
