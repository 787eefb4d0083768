import { Injectable } from '@nestjs/common';
import type { ExistingSource, SourceKind } from '@pks/contracts';
import { Database, acrossProjects, statement } from '@pks/platform';

/** A source of a project. */
export interface SourceOfProject {
  readonly project_id: string;
  readonly source_id: string;
}

/** The condition that the generation, with its row `s`, lacks a part of a source's current content. */
const LACKS = `s.indexing_id IS NULL OR NOT s.has_meaning`;

const LACKING = statement<SourceOfProject>(
  'lacking_sources',
  `SELECT source.project_id, source.source_id
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::integer[])
            source (project_id, source_id, name, version_number)
     LEFT JOIN indexed_sources s
       ON s.project_id = source.project_id AND s.generation = $1 AND s.source_id = source.source_id
    WHERE ${LACKS} OR s.name <> source.name OR s.version_number IS DISTINCT FROM source.version_number
    ORDER BY 1, 2`,
);

/** An interview whose row has no name was deleted. */
const LACKING_INTERVIEWS = statement<SourceOfProject>(
  'lacking_interviews',
  `SELECT source.project_id, source.source_id
     FROM unnest($2::uuid[], $3::uuid[]) source (project_id, source_id)
     LEFT JOIN interview_summaries i ON i.project_id = source.project_id AND i.id = source.source_id
     LEFT JOIN indexed_sources s
       ON s.project_id = source.project_id AND s.generation = $1 AND s.source_id = source.source_id
    WHERE i.id IS NULL OR (i.name IS NOT NULL AND (${LACKS} OR s.name <> i.name))
    ORDER BY 1, 2`,
);

const COPIED = statement<SourceOfProject>(
  'lacking_sources_copied',
  `SELECT project_id, id AS source_id FROM interview_summaries
    WHERE (project_id, id) > ($1, $2) AND name IS NOT NULL ORDER BY project_id, id LIMIT $3`,
);

const EXPECT = statement<object>(
  'lacking_sources_expect',
  `INSERT INTO indexed_sources (project_id, generation, source_id, kind, attempt_id)
   SELECT project_id, $1, source_id, $2, uuidv7() FROM unnest($3::uuid[], $4::uuid[]) source (project_id, source_id)
   ON CONFLICT ON CONSTRAINT indexed_sources_pkey DO NOTHING`,
);

/** For this long after a source was indexed in the current generation, the one being built waits for it as well. */
const RECENTLY = `interval '10 minutes'`;

/**
 * The condition that the current generation, with its row `known`, has no more of a source than the row `s`. So sources that change all
 * the time do not keep a generation from being used.
 */
const HAS_NO_MORE = `known.indexing_id IS NULL
   OR (s.indexing_id IS NOT NULL AND (s.has_meaning OR NOT known.has_meaning)
       AND (s.indexing_id = s.attempt_id OR known.indexing_id <> known.attempt_id))`;

const ANY = statement<{ lacks: boolean }>(
  'lacking_sources_any',
  `SELECT EXISTS (
            SELECT 1 FROM indexed_sources s
             WHERE s.generation = $1 AND (${LACKS} OR s.indexing_id <> s.attempt_id)
               AND NOT EXISTS (
                     SELECT 1 FROM search_generations searched
                       JOIN indexed_sources known
                         ON known.project_id = s.project_id AND known.generation = searched.number
                        AND known.source_id = s.source_id
                      WHERE searched.state = 'current' AND (${HAS_NO_MORE})))
       OR EXISTS (
            SELECT 1 FROM search_generations searched
              JOIN indexed_sources s ON s.generation = searched.number
             WHERE searched.state = 'current' AND uuid_extract_timestamp(s.attempt_id) > now() - ${RECENTLY}
               AND NOT EXISTS (SELECT 1 FROM indexed_sources built
                                WHERE built.project_id = s.project_id AND built.generation = $1
                                  AND built.source_id = s.source_id)) AS lacks`,
);

/** Compares sources of all projects with the content of a generation. */
@Injectable()
export class LackingSourcesRepository {
  constructor(private readonly database: Database) {}

  /** The documents or artifacts among these whose current content a generation lacks. */
  of(generation: number, sources: readonly ExistingSource[]): Promise<SourceOfProject[]> {
    const names = sources.map(({ name }) => name);
    const versions = sources.map(({ version_number }) => version_number);
    const values = [generation, ...idsOf(sources), names, versions];
    return acrossProjects(() => this.database.rows(LACKING, values));
  }

  /** The interviews among these that a generation lacks, or of which there is no copy. */
  ofInterviews(generation: number, interviews: readonly SourceOfProject[]): Promise<SourceOfProject[]> {
    return acrossProjects(() => this.database.rows(LACKING_INTERVIEWS, [generation, ...idsOf(interviews)]));
  }

  /** The next interviews that have a copy, by project and id; some of them may no longer exist. */
  copied(after: SourceOfProject, limit: number): Promise<SourceOfProject[]> {
    return acrossProjects(() => this.database.rows(COPIED, [after.project_id, after.source_id, limit]));
  }

  /** Records that a generation has to index sources: it lacks something until they are indexed or gone. */
  async expect(generation: number, kind: SourceKind, sources: readonly SourceOfProject[]): Promise<void> {
    await acrossProjects(() => this.database.rows(EXPECT, [generation, kind, ...idsOf(sources)]));
  }

  /**
   * Whether a generation lacks something that is expected of it, or that the current one has. What the current one lacks as well does not
   * count.
   */
  async any(generation: number): Promise<boolean> {
    const [row] = await acrossProjects(() => this.database.rows(ANY, [generation]));
    return row?.lacks ?? true;
  }
}

function idsOf(sources: readonly SourceOfProject[]): readonly [string[], string[]] {
  return [sources.map(({ project_id }) => project_id), sources.map(({ source_id }) => source_id)];
}
