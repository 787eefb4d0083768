import { Injectable } from '@nestjs/common';
import { Database, forgetOld, statement } from '@pks/platform';
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

const FINISH = statement<{ attempt_id: string }>(
  'indexed_sources_finish',
  `UPDATE indexed_sources SET indexing_id = attempt_id, name = $5, version_number = $6, has_meaning = $7
    WHERE project_id = $1 AND generation = $2 AND source_id = $3 AND attempt_id = $4
   RETURNING attempt_id`,
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

  /** Whether no attempt was begun after this one, nor the source forgotten. */
  isLast({ projectId, generation, sourceId, attemptId }: Attempt): Promise<boolean> {
    const { manager } = this.database;
    return manager.existsBy(IndexedSource, { projectId, generation, sourceId, attemptId });
  }

  /** From now on its passages are found. False where it does not count any more. */
  async finish(attempt: Attempt, state: ContentState, hasMeaning: boolean): Promise<boolean> {
    const { projectId, generation, sourceId, attemptId } = attempt;
    const { name, versionNumber } = state;
    const values = [projectId, generation, sourceId, attemptId, name, versionNumber, hasMeaning];
    return (await this.database.rows(FINISH, values)).length > 0;
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
