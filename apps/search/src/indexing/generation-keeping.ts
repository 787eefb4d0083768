import { Clock, Jobs, type Worker, Works, schedule } from '@pks/platform';
import { Embedder } from '../search/embedder.ts';
import { dropGeneration } from '../search-index/index-jobs.ts';
import { type SearchGeneration, isOf } from '../search-index/search-generation.entity.ts';
import { GenerationBeginning } from './generation-beginning.ts';
import { GenerationBuilding } from './generation-building.ts';

/** How often to check whether a generation that is being built is complete. Milliseconds. */
const CHECK_EVERY_MS = 5_000;
/** After this time, no process reads or writes a retired generation any more. Milliseconds. */
const DROPPED_AFTER_MS = 600_000;
/** For this long, a generation of another model may belong to a replica with a newer configuration. Milliseconds. */
const GIVEN_UP_AFTER_MS = 600_000;

/** Keeps the generations of the search index, every minute and when a process starts. */
export const keepGenerations = schedule('keep-generations', '* * * * *', { atStart: true });

/**
 * Ensures that a generation of the configured model exists and is not lost, that a generation being built (for a new model, or by the rebuild
 * command) is filled and then searched, and that retired ones are dropped.
 */
@Works(keepGenerations)
export class GenerationKeeping implements Worker<typeof keepGenerations> {
  constructor(
    private readonly beginning: GenerationBeginning,
    private readonly building: GenerationBuilding,
    private readonly embedder: Embedder,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async work(): Promise<void> {
    const all = await this.beginning.ensured();
    for (const generation of all) await this.keep(generation);
    if (all.some(({ state }) => state === 'building'))
      await this.jobs.trigger(keepGenerations, this.in(CHECK_EVERY_MS));
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
