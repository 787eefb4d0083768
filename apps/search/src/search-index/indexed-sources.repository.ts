import { Injectable } from '@nestjs/common';
import type { SourceKind } from '@pks/contracts';
import { Database, acrossProjects, deleteInBatches, type Statement, statement } from '@pks/platform';
import { IndexedSource } from './indexed-source.entity.ts';

/** A document, an artifact or an interview of a project. */
export interface Indexable {
  readonly projectId: string;
  readonly kind: SourceKind;
  readonly sourceId: string;
}

/** Differs for each content that is to be indexed; the text of a document and the summary of an interview never change. */
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

const BEGIN = statement<{ attempt_id: string; follows_another: boolean }>(
  'indexed_sources_begin',
  `INSERT INTO indexed_sources AS s (project_id, generation, source_id, kind, attempt_id)
   VALUES ($1, $2, $3, $4, uuidv7())
   ON CONFLICT ON CONSTRAINT indexed_sources_pkey DO UPDATE SET attempt_id = uuidv7()
    WHERE s.indexing_id IS DISTINCT FROM s.attempt_id OR s.name <> $5 OR s.version_number IS DISTINCT FROM $6
   RETURNING attempt_id, indexing_id IS NOT NULL AS follows_another`,
);

const RECORD_WORDS = statement<object>(
  'indexed_sources_record_words',
  `UPDATE indexed_sources SET indexing_id = attempt_id, name = $5, version_number = $6, has_meaning = false
    WHERE project_id = $1 AND generation = $2 AND source_id = $3 AND attempt_id = $4
   RETURNING 1`,
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

const FORGET = statement<object>(
  'indexed_sources_forget',
  `DELETE FROM indexed_sources
    WHERE project_id = $1 AND source_id = $2 AND generation = ANY (ARRAY(SELECT number FROM search_generations))`,
);

const COUNT = statement<{ count: number }>(
  'indexed_sources_count',
  'SELECT count(*) AS count FROM indexed_sources WHERE generation = $1 AND has_meaning',
);

/** Stores which attempts to index a source count. */
@Injectable()
export class IndexedSourcesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Begins an attempt: none that was begun before will count any more. The content is read afterwards. Undefined where
   * the current content is indexed already, and no attempt is under way.
   */
  async begin(
    source: Indexable,
    generation: number,
    { name, versionNumber }: ContentState,
  ): Promise<BegunAttempt | undefined> {
    const { projectId, kind, sourceId } = source;
    const values = [projectId, generation, sourceId, kind, name, versionNumber];
    const [row] = await this.database.rows(BEGIN, values);
    if (!row) return undefined;
    return { ...source, generation, attemptId: row.attempt_id, followsAnother: row.follows_another };
  }

  /** Records that its passages are found by their words. False where it does not count any more. */
  recordWords(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.matches(RECORD_WORDS, attempt, state);
  }

  /** Whether it counts, no other attempt has begun, and this is the content that it indexed. */
  isCurrent(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.matches(IS_CURRENT, attempt, state);
  }

  /** Records that its passages are found by their meaning, too. False where `isCurrent` is. */
  recordMeaning(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.matches(RECORD_MEANING, attempt, state);
  }

  private async matches(
    query: Statement<object>,
    { projectId, generation, sourceId, attemptId }: Attempt,
    { name, versionNumber }: ContentState,
  ): Promise<boolean> {
    const values = [projectId, generation, sourceId, attemptId, name, versionNumber];
    return (await this.database.rows(query, values)).length > 0;
  }

  /** Deletes the rows of a source: no attempt to index it counts any more. */
  async forget(projectId: string, sourceId: string): Promise<void> {
    await this.database.rows(FORGET, [projectId, sourceId]);
  }

  /** The rows of the sources of a project. */
  ofProject(projectId: string, generation: number): Promise<IndexedSource[]> {
    return this.database.manager.findBy(IndexedSource, { projectId, generation });
  }

  /** The number of sources, of all projects, that a generation has indexed completely. */
  async count(generation: number): Promise<number> {
    const [row] = await acrossProjects(() => this.database.rows(COUNT, [generation]));
    return row?.count ?? 0;
  }

  /** Deletes the rows of a generation, in batches. */
  forgetGeneration(generation: number): Promise<void> {
    const key = ['project_id', 'generation', 'source_id'];
    return acrossProjects(() =>
      deleteInBatches(this.database, 'indexed_sources', key, `generation = ${generation}`),
    );
  }
}
