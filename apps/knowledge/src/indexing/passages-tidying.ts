import { type Job, type Worker, Works } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { tidyPassages } from './index-jobs.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { engineGeneration } from './search-generation.entity.ts';

/** Drops what an attempt left that does not count, such as one that died, and has the search engine bring its files into order. */
@Works(tidyPassages)
export class PassagesTidying implements Worker<typeof tidyPassages> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly sources: IndexedSourcesRepository,
    private readonly store: PassageStore,
  ) {}

  async work({ about: { project_id, generation: number } }: Job<typeof tidyPassages>): Promise<void> {
    const generation = (await this.generations.live()).find((one) => one.number === number);
    if (!generation) return;
    const engine = engineGeneration(generation);
    // In this order: what is kept was begun before, and what is begun meanwhile is kept.
    const kept = await this.store.sources(project_id, engine);
    const known = await this.sources.ofProject(project_id, number);
    const counting = new Set(known.flatMap(({ attemptId, indexingId }) => [attemptId, indexingId]));
    for (const { source_id, indexing_id } of kept) {
      if (counting.has(indexing_id)) continue;
      await this.store.dropIndexing(project_id, engine, source_id, indexing_id);
    }
    await this.store.optimize(project_id, engine);
  }
}
