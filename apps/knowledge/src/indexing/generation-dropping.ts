import { type Job, type Worker, Works } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { dropGeneration } from './index-jobs.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { engineGeneration } from './search-generation.entity.ts';

/** Drops the passages of a generation that is searched no more, of all projects. */
@Works(dropGeneration)
export class GenerationDropping implements Worker<typeof dropGeneration> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly sources: IndexedSourcesRepository,
    private readonly store: PassageStore,
  ) {}

  async work({ about }: Job<typeof dropGeneration>): Promise<void> {
    const all = await this.generations.all();
    const retired = all.find(({ number, state }) => number === about.generation && state === 'retired');
    if (!retired) return;
    const { id } = engineGeneration(retired);
    for (const project of await this.generations.projects()) await this.store.dropGeneration(project, id);
    await this.sources.forgetGeneration(retired.number);
    await this.generations.forget(retired.number);
  }
}
