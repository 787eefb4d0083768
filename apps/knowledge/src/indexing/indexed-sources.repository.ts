import { Injectable } from '@nestjs/common';
import { Database, forgetOld, type Statement, statement } from '@pks/platform';
import { IndexedSource } from './indexed-source.entity.ts';
import type { ContentState, Indexable } from './source-contents.ts';

/** A try to index a source in a generation. */
export interface Attempt extends Indexable {
  readonly generation: number;
  readonly attemptId: string;
}

/** An attempt that was just begun. */
export interface BegunAttempt extends Attempt {
  /** Whether passages of an earlier one count until this one does. */
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

const WORDED = statement<object>(
  'indexed_sources_worded',
  `UPDATE indexed_sources SET indexing_id = attempt_id, name = $5, version_number = $6, has_meaning = false
    WHERE project_id = $1 AND generation = $2 AND source_id = $3 AND attempt_id = $4
   RETURNING 1`,
);

/** Of an attempt that counts, with what it indexed. */
const OF_STANDING = `
  WHERE project_id = $1 AND generation = $2 AND source_id = $3 AND attempt_id = $4 AND indexing_id = $4
    AND name = $5 AND version_number IS NOT DISTINCT FROM $6`;

const STANDS = statement<object>('indexed_sources_stands', `SELECT 1 FROM indexed_sources ${OF_STANDING}`);

const MEANT = statement<object>(
  'indexed_sources_meant',
  `UPDATE indexed_sources SET has_meaning = true ${OF_STANDING} RETURNING 1`,
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

/** Remembers which attempts to index something count. */
@Injectable()
export class IndexedSourcesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Begins an attempt: none that was begun before will count any more. What it indexes is looked at afterwards. Undefined where
   * what is there is indexed as it is, and no attempt is under way.
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

  /** Its passages are found by their words from now on. False where it does not count any more. */
  worded(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.holds(WORDED, attempt, state);
  }

  /** Whether it counts, no other was begun, and this is what it indexed. */
  stands(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.holds(STANDS, attempt, state);
  }

  /** Its passages are found by their meaning too. False where it does not stand any more. */
  meant(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.holds(MEANT, attempt, state);
  }

  private async holds(
    said: Statement<object>,
    { projectId, generation, sourceId, attemptId }: Attempt,
    { name, versionNumber }: ContentState,
  ): Promise<boolean> {
    const values = [projectId, generation, sourceId, attemptId, name, versionNumber];
    return (await this.database.rows(said, values)).length > 0;
  }

  /** Nothing of the source is found any more, and no attempt at it counts. */
  async forget(projectId: string, sourceId: string): Promise<void> {
    await this.database.rows(FORGET, [projectId, sourceId]);
  }

  /** What is known of the sources of a project. */
  ofProject(projectId: string, generation: number): Promise<IndexedSource[]> {
    return this.database.manager.findBy(IndexedSource, { projectId, generation });
  }

  /** How many sources a generation has whole. */
  async count(generation: number): Promise<number> {
    const [row] = await this.database.rows(COUNT, [generation]);
    return row?.count ?? 0;
  }

  /** All of a generation, some at a time. */
  forgetGeneration(generation: number): Promise<void> {
    const key = ['project_id', 'generation', 'source_id'];
    return forgetOld(this.database, 'indexed_sources', key, `generation = ${generation}`);
  }
}
