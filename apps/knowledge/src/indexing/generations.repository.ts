import { Injectable } from '@nestjs/common';
import { Clock, Database, statement } from '@pks/platform';
import { type GenerationState, SearchGeneration } from './search-generation.entity.ts';

const ALL = statement<SearchGeneration>(
  'search_generations_all',
  `SELECT number, model, dimensions, state, created_at AS "createdAt" FROM search_generations ORDER BY number`,
);

const BEGIN = statement<{ number: number }>(
  'search_generations_begin',
  `INSERT INTO search_generations (number, model, dimensions, state, created_at)
   SELECT coalesce(max(number), 0) + 1, $1, $2, 'building', $3 FROM search_generations
   ON CONFLICT DO NOTHING RETURNING number`,
);

const PROJECTS = statement<{ project_id: string }>(
  'search_generations_projects',
  `SELECT project_id FROM artifact_catalogs UNION SELECT project_id FROM document_catalogs ORDER BY project_id`,
);

/** What a generation is made with. */
export interface Model {
  readonly model: string;
  readonly dimensions: number;
}

/** Remembers the generations of the search index: at most one is searched, and one is being built. */
@Injectable()
export class GenerationsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All whose passages are there, the oldest first. */
  all(): Promise<SearchGeneration[]> {
    return this.database.rows(ALL, []);
  }

  /** Those to which changes come: the one that is searched, and the one that is being built. */
  async live(): Promise<SearchGeneration[]> {
    return (await this.all()).filter(({ state }) => state !== 'retired');
  }

  /** The one that is searched: the first one already while it is built. */
  async searched(): Promise<SearchGeneration | undefined> {
    const live = await this.live();
    return live.find(({ state }) => state === 'current') ?? live[0];
  }

  /** Begins to build one; false where one is being built already. */
  async begin({ model, dimensions }: Model): Promise<boolean> {
    return (await this.database.rows(BEGIN, [model, dimensions, this.clock.now()])).length > 0;
  }

  /** What was built is searched from now on; what was searched before is retired. Nothing happens to one that was not being built. */
  async promote(number: number): Promise<void> {
    await this.database.transaction(async () => {
      const { manager } = this.database;
      const built = await manager.findOne(SearchGeneration, {
        where: { number, state: 'building' },
        lock: { mode: 'pessimistic_write' },
      });
      if (!built) return;
      await manager.update(SearchGeneration, { state: 'current' }, { state: 'retired' });
      await manager.update(SearchGeneration, { number }, { state: 'current' });
    });
  }

  /** Gives up one that was being built. */
  async giveUp(number: number): Promise<void> {
    const retired: GenerationState = 'retired';
    await this.database.manager.update(SearchGeneration, { number, state: 'building' }, { state: retired });
  }

  /** One of which nothing is left. */
  async forget(number: number): Promise<void> {
    await this.database.manager.delete(SearchGeneration, { number, state: 'retired' });
  }

  /** Every project that may have passages. */
  async projects(): Promise<string[]> {
    return (await this.database.rows(PROJECTS, [])).map(({ project_id }) => project_id);
  }
}
