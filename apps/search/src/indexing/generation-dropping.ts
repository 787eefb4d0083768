import { type Job, type Worker, Works, assertTimeLeft } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { dropGeneration } from '../search-index/index-jobs.ts';
import { IndexFolder } from '../search-index/index-folder.ts';
import { IndexedSourcesRepository } from '../search-index/indexed-sources.repository.ts';
import { engineGeneration } from '../search-index/search-generation.entity.ts';

/** Drops the passages of a retired generation in all projects. If that takes several attempts, each continues where the one before ended. */
@Works(dropGeneration)
export class GenerationDropping implements Worker<typeof dropGeneration> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly sources: IndexedSourcesRepository,
    private readonly store: PassageStore,
    private readonly folder: IndexFolder,
  ) {}

  async work({ payload, signal }: Job<typeof dropGeneration>): Promise<void> {
    const all = await this.generations.all();
    const retired = all.find(({ number, state }) => number === payload.generation && state === 'retired');
    if (!retired) return;
    const { id } = engineGeneration(retired);
    for (const project of await this.store.projects(id)) {
      assertTimeLeft(signal);
      await this.store.dropGeneration(project, id);
    }
    await this.folder.forget(retired);
    await this.sources.forgetGeneration(retired.number, signal);
    assertTimeLeft(signal);
    await this.generations.forget(retired.number);
  }
}
