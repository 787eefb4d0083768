import { Injectable } from '@nestjs/common';
import { Clock, Database, statement } from '@pks/platform';
import { In } from 'typeorm';
import { type GenerationState, SearchGeneration } from './search-generation.entity.ts';

/** Statements return times as text. */
type Row = Omit<SearchGeneration, 'createdAt'> & { readonly createdAt: string };

const ALL = statement<Row>(
  'search_generations_all',
  `SELECT number, model, dimensions, state, is_filled AS "isFilled", created_at AS "createdAt" FROM search_generations ORDER BY number`,
);

const BEGIN = statement<{ number: number }>(
  'search_generations_begin',
  `INSERT INTO search_generations (number, model, dimensions, state, created_at)
   SELECT coalesce(max(number), 0) + 1, $1, $2, 'building', $3 FROM search_generations
   ON CONFLICT DO NOTHING RETURNING number`,
);

/** Stores the generations of the search index: at most one is searched, and at most one is being built. */
@Injectable()
export class GenerationsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** All generations with passages, the oldest first; the newest even after it was dropped. */
  async all(): Promise<SearchGeneration[]> {
    const rows = await this.database.rows(ALL, []);
    return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
  }

  /** The generations that receive changes: the one that is searched, and the one that is being built. */
  async live(): Promise<SearchGeneration[]> {
    return (await this.all()).filter(({ state }) => state !== 'retired');
  }

  /** The generation that is searched; without a current one, the one that is being built. */
  async searched(): Promise<SearchGeneration | undefined> {
    const live = await this.live();
    return live.find(({ state }) => state === 'current') ?? live[0];
  }

  /** Begins to build a generation of a model; false if one is being built already. */
  async begin({ model, dimensions }: Pick<SearchGeneration, 'model' | 'dimensions'>): Promise<boolean> {
    return (await this.database.rows(BEGIN, [model, dimensions, this.clock.now()])).length > 0;
  }

  /** Records that jobs were added for all sources that a generation lacked. */
  async fill(number: number): Promise<void> {
    await this.database.manager.update(SearchGeneration, { number }, { isFilled: true });
  }

  /** Makes a built generation the one that is searched, and retires the previous one. False if it was not being built any more. */
  async promote(number: number): Promise<boolean> {
    return this.database.transaction(async () => {
      const { manager } = this.database;
      const key = { number, state: 'building' } as const;
      const built = await this.database.lock(SearchGeneration, key, 'pessimistic_write');
      if (!built) return false;
      await manager.update(SearchGeneration, { state: 'current' }, { state: 'retired' });
      await manager.update(SearchGeneration, { number }, { state: 'current' });
      return true;
    });
  }

  /** Retires generations, whatever their state. */
  async retire(numbers: readonly number[]): Promise<void> {
    if (numbers.length === 0) return;
    const retired: GenerationState = 'retired';
    await this.database.manager.update(SearchGeneration, { number: In(numbers) }, { state: retired });
  }

  /** Retires a generation that is being built. */
  async giveUp(number: number): Promise<void> {
    const retired: GenerationState = 'retired';
    await this.database.manager.update(SearchGeneration, { number, state: 'building' }, { state: retired });
  }

  /** Deletes the row of a generation whose passages are dropped. The row of the newest stays, so that no number is reused. */
  async forget(number: number): Promise<void> {
    if ((await this.all()).at(-1)?.number === number) return;
    await this.database.manager.delete(SearchGeneration, { number, state: 'retired' });
  }
}
