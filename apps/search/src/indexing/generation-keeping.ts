import { Clock, Jobs, type Worker, Works, schedule } from '@pks/platform';
import { Embedder } from '../search/embedder.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { dropGeneration } from '../search-index/index-jobs.ts';
import { type SearchGeneration, isOf } from '../search-index/search-generation.entity.ts';
import { GenerationBuilding } from './generation-building.ts';

/** While a generation is being built, it is checked this often whether it is complete. Milliseconds. */
const CHECK_EVERY_MS = 5_000;
/** By then, nothing reads or writes a retired generation any more. Milliseconds. */
const DROPPED_AFTER_MS = 600_000;
/** A generation of a model that is not configured here may be of another replica, which has a newer configuration, for this long. Milliseconds. */
const GIVEN_UP_AFTER_MS = 600_000;

/** Keeps the generations of the search index, every minute and when a process starts. */
export const keepGenerations = schedule('keep-generations', '* * * * *', { atStart: true });

/**
 * Ensures that a generation of the configured model exists, that one which is being built (for a new model, or because of the
 * rebuild command) is filled and then searched, and that retired ones are dropped.
 */
@Works(keepGenerations)
export class GenerationKeeping implements Worker<typeof keepGenerations> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly building: GenerationBuilding,
    private readonly embedder: Embedder,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async work(): Promise<void> {
    const live = await this.generations.live();
    if (!live.some((generation) => isOf(generation, this.embedder)))
      await this.generations.begin(this.embedder);
    for (const generation of await this.generations.all()) await this.keep(generation);
    const isBuilding = (await this.generations.live()).some(({ state }) => state === 'building');
    if (isBuilding) await this.jobs.trigger(keepGenerations, this.in(CHECK_EVERY_MS));
  }

  private async keep(generation: SearchGeneration): Promise<void> {
    const { number, state, createdAt } = generation;
    if (state === 'retired') {
      const options = { key: `${number}`, startAfter: this.in(DROPPED_AFTER_MS) };
      await this.jobs.add(dropGeneration, { generation: number }, options);
    } else if (state === 'building') {
      if (isOf(generation, this.embedder)) await this.building.proceed(generation);
      else if (createdAt < this.in(-GIVEN_UP_AFTER_MS)) await this.building.giveUp(generation);
    }
  }

  private in(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}
