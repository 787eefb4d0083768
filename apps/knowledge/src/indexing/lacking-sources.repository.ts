import { Injectable } from '@nestjs/common';
import { SOURCE_KINDS, type SourceKind } from '@pks/contracts';
import { Database, acrossProjects, statement } from '@pks/platform';

/** A place in the order of all sources of a kind: by project, then by id. */
export interface Place {
  readonly project_id: string;
  readonly source_id: string;
}

/** A source, and whether a generation lacks its current content. */
export interface ComparedSource extends Place {
  readonly is_lacking: boolean;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** Before all others. */
export const FIRST_PLACE: Place = { project_id: NIL, source_id: NIL };

const SOURCES: Record<SourceKind, string> = {
  artifact: `SELECT project_id, id, title AS name, published_version_number AS version_number FROM artifacts
    WHERE published_version_number IS NOT NULL`,
  document: `SELECT project_id, id, name, NULL::integer AS version_number FROM documents
    WHERE status = 'active' AND read_at IS NOT NULL`,
  interview: `SELECT project_id, id, name, NULL::integer AS version_number FROM interview_summaries
    WHERE name IS NOT NULL`,
};

/** The condition on `source` and its row `s` of the index. */
const LACKING = `(s.indexing_id IS NULL OR NOT s.has_meaning OR s.name <> source.name
  OR s.version_number IS DISTINCT FROM source.version_number)`;

const KNOWN = `LEFT JOIN indexed_sources s
  ON s.project_id = source.project_id AND s.generation = $1 AND s.source_id = source.id`;

const looking = (kind: SourceKind) =>
  statement<ComparedSource>(
    `lacking_sources_${kind}`,
    `SELECT source.project_id, source.id AS source_id, ${LACKING} AS is_lacking
       FROM (${SOURCES[kind]} AND (project_id, id) > ($2, $3) ORDER BY project_id, id LIMIT $4) source ${KNOWN}
      ORDER BY source.project_id, source.id`,
  );

const LOOKING = {
  artifact: looking('artifact'),
  document: looking('document'),
  interview: looking('interview'),
};

const ANY = statement<{ lacks: boolean }>(
  'lacking_sources_any',
  `SELECT ${SOURCE_KINDS.map(
    (kind) => `EXISTS (SELECT FROM (${SOURCES[kind]}) source ${KNOWN} WHERE ${LACKING})`,
  ).join(' OR ')} AS lacks`,
);

/** Compares the sources of all projects with the content of a generation. */
@Injectable()
export class LackingSourcesRepository {
  constructor(private readonly database: Database) {}

  /** At most `most` sources of a kind after a place, lacking or not. */
  after(generation: number, kind: SourceKind, place: Place, most: number): Promise<ComparedSource[]> {
    const values = [generation, place.project_id, place.source_id, most];
    return acrossProjects(() => this.database.rows(LOOKING[kind], values));
  }

  /** Whether a generation lacks anything. */
  async any(generation: number): Promise<boolean> {
    const [row] = await acrossProjects(() => this.database.rows(ANY, [generation]));
    return row?.lacks ?? true;
  }
}
