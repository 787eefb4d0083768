import { Injectable } from '@nestjs/common';
import type { SourceKind } from '@pks/contracts';
import {
  Database,
  acrossProjects,
  deleteInBatches,
  inProject,
  type Statement,
  statement,
} from '@pks/platform';
import { byProject } from './by-project.ts';

/** A document, an artifact or an interview of a project. */
export interface Indexable {
  readonly projectId: string;
  readonly kind: SourceKind;
  readonly sourceId: string;
}

/** Tells the contents of a source apart: the text of a document and the summary of an interview never change. */
export interface ContentState {
  readonly name: string;
  /** The published version of an artifact. */
  readonly versionNumber: number | null;
}

/** An attempt to index a source in a generation. */
export interface Attempt extends Indexable {
  readonly generation: number;
  readonly attemptId: string;
}

/** An attempt that was just begun. */
export interface BegunAttempt extends Attempt {
  /** Whether passages of an earlier attempt count until this one does. */
  readonly followsAnother: boolean;
}

/** A source, or an attempt to index it, with the state of its content, now or when the attempt read it. */
export interface InState<S extends Indexable, State = ContentState> {
  readonly source: S;
  readonly state: State;
}

/**
 * The rows are locked in the order of the sources' ids. If a source has a row, the attempt's id is generated after the row is locked,
 * so that it is greater than the ids of earlier attempts.
 */
const BEGIN = statement<{ source_id: string; attempt_id: string; follows_another: boolean }>(
  'indexed_sources_begin',
  `INSERT INTO indexed_sources AS s (project_id, generation, source_id, kind, attempt_id)
   SELECT $1, $2, source_id, kind, uuidv7() FROM unnest($3::uuid[], $4::text[]) known (source_id, kind) ORDER BY source_id
   ON CONFLICT ON CONSTRAINT indexed_sources_pkey DO UPDATE SET attempt_id = uuidv7()
    WHERE s.indexing_id IS DISTINCT FROM s.attempt_id
       OR NOT EXISTS (SELECT 1 FROM unnest($3::uuid[], $5::text[], $6::integer[]) known (source_id, name, version_number)
                       WHERE known.source_id = s.source_id AND known.name = s.name
                         AND known.version_number IS NOT DISTINCT FROM s.version_number)
   RETURNING source_id, attempt_id, indexing_id IS NOT NULL AS follows_another`,
);

/** The rows are locked in the order of the sources' ids. */
const RECORD_WORDS = statement<{ source_id: string }>(
  'indexed_sources_record_words',
  `WITH counting AS (
     SELECT s.source_id, done.name, done.version_number
       FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::integer[]) done (source_id, attempt_id, name, version_number)
       JOIN indexed_sources s ON s.source_id = done.source_id AND s.attempt_id = done.attempt_id
      WHERE s.project_id = $1 AND s.generation = $2 AND s.source_id = ANY ($3)
      ORDER BY s.source_id FOR UPDATE OF s)
   UPDATE indexed_sources s
      SET indexing_id = s.attempt_id, name = counting.name, version_number = counting.version_number, has_meaning = $7
     FROM counting
    WHERE s.project_id = $1 AND s.generation = $2 AND s.source_id = ANY ($3) AND s.source_id = counting.source_id
   RETURNING s.source_id`,
);

/** The condition for an attempt that counts, with the content that it indexed. */
const OF_CURRENT = `
  WHERE project_id = $1 AND generation = $2 AND source_id = $3 AND attempt_id = $4 AND indexing_id = $4
    AND name = $5 AND version_number IS NOT DISTINCT FROM $6`;

const IS_CURRENT = statement<object>(
  'indexed_sources_is_current',
  `SELECT 1 FROM indexed_sources ${OF_CURRENT}`,
);

const RECORD_MEANING = statement<object>(
  'indexed_sources_record_meaning',
  `UPDATE indexed_sources SET has_meaning = true ${OF_CURRENT} RETURNING 1`,
);

const SUCCEED = statement<{ attempt_id: string }>(
  'indexed_sources_succeed',
  `UPDATE indexed_sources SET attempt_id = uuidv7()
    WHERE project_id = $1 AND generation = $2 AND source_id = $3 AND attempt_id = $4 AND indexing_id = $4 AND NOT has_meaning
   RETURNING attempt_id`,
);

/** The rows are locked in the order of the sources' ids. */
const FORGET = statement<{ source_id: string }>(
  'indexed_sources_forget',
  `WITH ended AS (
     SELECT s.source_id
       FROM unnest($3::uuid[], $4::uuid[]) known (source_id, attempt_id)
       JOIN indexed_sources s ON s.source_id = known.source_id AND s.attempt_id = known.attempt_id
      WHERE s.project_id = $1 AND s.generation = $2 AND s.source_id = ANY ($3)
      ORDER BY s.source_id FOR UPDATE OF s)
   DELETE FROM indexed_sources s USING ended
    WHERE s.project_id = $1 AND s.generation = $2 AND s.source_id = ANY ($3) AND s.source_id = ended.source_id
   RETURNING s.source_id`,
);

const ATTEMPTS = statement<{ attempt_id: string; indexing_id: string | null }>(
  'indexed_sources_attempts',
  'SELECT attempt_id, indexing_id FROM indexed_sources WHERE project_id = $1 AND generation = $2',
);

const COUNT = statement<{ count: number }>(
  'indexed_sources_count',
  'SELECT count(*) AS count FROM indexed_sources WHERE generation = $1 AND has_meaning',
);

const HAS_INDEXED = statement<{ has_indexed: boolean }>(
  'indexed_sources_has_indexed',
  `SELECT EXISTS (SELECT 1 FROM indexed_sources WHERE generation = $1 AND indexing_id IS NOT NULL) AS has_indexed`,
);

/** Stores which attempts to index a source count. */
@Injectable()
export class IndexedSourcesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Begins an attempt for each source, before its content is read; unfinished attempts from before will never count. Skips sources
   * whose current content is already indexed and that have no attempt under way.
   */
  async begin<S extends Indexable>(
    sources: readonly InState<S, ContentState | undefined>[],
    generation: number,
  ): Promise<(S & BegunAttempt)[]> {
    const begun: (S & BegunAttempt)[] = [];
    for (const [projectId, some] of byProject(sources, ({ source }) => source.projectId)) {
      const kinds = some.map(({ source }) => source.kind);
      const [names, versions] = columnsOf(some);
      const values = [projectId, generation, idsOf(some), kinds, names, versions];
      const rows = await inProject(projectId, () => this.database.rows(BEGIN, values));
      const rowOf = new Map(rows.map((row) => [row.source_id, row]));
      for (const { source } of some) {
        const row = rowOf.get(source.sourceId);
        if (!row) continue;
        const { attempt_id: attemptId, follows_another: followsAnother } = row;
        begun.push({ ...source, generation, attemptId, followsAnother });
      }
    }
    return begun;
  }

  /**
   * Records that the passages of attempts in a generation are found by their words; by their meaning, too, if they need no vectors.
   * Returns those that still count.
   */
  async recordWords<S extends InState<Attempt>>(
    indexed: readonly S[],
    generation: number,
    hasMeaning: boolean,
  ): Promise<S[]> {
    const counting: S[] = [];
    for (const [projectId, some] of byProject(indexed, ({ source }) => source.projectId)) {
      const attempts = some.map(({ source }) => source.attemptId);
      const values = [projectId, generation, idsOf(some), attempts, ...columnsOf(some), hasMeaning];
      const rows = await inProject(projectId, () => this.database.rows(RECORD_WORDS, values));
      const ids = new Set(rows.map(({ source_id }) => source_id));
      counting.push(...some.filter(({ source }) => ids.has(source.sourceId)));
    }
    return counting;
  }

  /** Whether the attempt counts, no other has begun since, and this is the state of the content that it indexed. */
  isCurrent(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.matches(IS_CURRENT, attempt, state);
  }

  /** Records that the attempt's passages are found by their meaning, too. False, and without effect, if it is not current. */
  recordMeaning(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.matches(RECORD_MEANING, attempt, state);
  }

  /**
   * Begins an attempt after one that counts and whose passages are found only by their words: they are found until the new attempt
   * counts. Returns its id; undefined if none was begun.
   */
  async succeed({ projectId, generation, sourceId, attemptId }: Attempt): Promise<string | undefined> {
    const values = [projectId, generation, sourceId, attemptId];
    return (await this.database.rows(SUCCEED, values))[0]?.attempt_id;
  }

  private async matches(
    query: Statement<object>,
    { projectId, generation, sourceId, attemptId }: Attempt,
    { name, versionNumber }: ContentState,
  ): Promise<boolean> {
    const values = [projectId, generation, sourceId, attemptId, name, versionNumber];
    return (await this.database.rows(query, values)).length > 0;
  }

  /** Deletes the row of each source, unless another attempt has begun meanwhile. Returns the attempts whose rows were deleted. */
  async forget<A extends Attempt>(attempts: readonly A[], generation: number): Promise<A[]> {
    const forgotten: A[] = [];
    for (const [projectId, some] of byProject(attempts, (attempt) => attempt.projectId)) {
      const [ids, ended] = [some.map(({ sourceId }) => sourceId), some.map(({ attemptId }) => attemptId)];
      const values = [projectId, generation, ids, ended];
      const rows = await inProject(projectId, () => this.database.rows(FORGET, values));
      const deleted = new Set(rows.map(({ source_id }) => source_id));
      forgotten.push(...some.filter(({ sourceId }) => deleted.has(sourceId)));
    }
    return forgotten;
  }

  /** The attempts of a project that count, and those that began last and may still count. */
  async attemptsIn(projectId: string, generation: number): Promise<(string | null)[]> {
    const rows = await this.database.rows(ATTEMPTS, [projectId, generation]);
    return rows.flatMap(({ attempt_id, indexing_id }) => [attempt_id, indexing_id]);
  }

  /** The number of sources, of all projects, that a generation has indexed completely. */
  async count(generation: number): Promise<number> {
    const [row] = await acrossProjects(() => this.database.rows(COUNT, [generation]));
    return row?.count ?? 0;
  }

  /** Whether a generation has indexed any source, of any project. */
  async hasIndexed(generation: number): Promise<boolean> {
    const [row] = await acrossProjects(() => this.database.rows(HAS_INDEXED, [generation]));
    return row?.has_indexed ?? true;
  }

  /** Deletes the rows of a generation, in batches. */
  async forgetGeneration(generation: number, signal: AbortSignal): Promise<void> {
    const key = ['project_id', 'generation', 'source_id'];
    await acrossProjects(() =>
      deleteInBatches(this.database, 'indexed_sources', key, `generation = ${generation}`, signal),
    );
  }
}

function idsOf(sources: readonly { readonly source: Indexable }[]): string[] {
  return sources.map(({ source }) => source.sourceId);
}

/** The names and versions of the sources. */
function columnsOf(
  sources: readonly { readonly state: ContentState | undefined }[],
): readonly [(string | null)[], (number | null)[]] {
  return [
    sources.map(({ state }) => state?.name ?? null),
    sources.map(({ state }) => state?.versionNumber ?? null),
  ];
}
