import { type Job, type Worker, Works } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';
import { DeletedPassages } from '../search-index/deleted-passages.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { type PassagesToTidy, tidyPassages } from '../search-index/index-jobs.ts';
import { IndexedSourcesRepository } from '../search-index/indexed-sources.repository.ts';
import { engineGeneration } from '../search-index/search-generation.entity.ts';
import { TidyingJobs } from './tidying-jobs.ts';

/** Deletes the passages of attempts that do not count, such as interrupted ones, and optimizes the files of the search engine. */
@Works(tidyPassages)
export class PassagesTidying implements Worker<typeof tidyPassages> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly sources: IndexedSourcesRepository,
    private readonly store: PassageStore,
    private readonly deleted: DeletedPassages,
    private readonly jobs: TidyingJobs,
  ) {}

  /** A job tidies up everything that was written before it begins, so one job covers any number of earlier minutes. */
  sameAs({ project_id, generation }: PassagesToTidy): string {
    return `${project_id} ${generation}`;
  }

  work({ payload, signal }: Job<typeof tidyPassages>): Promise<void> {
    return this.deleted.noneLeftBy([payload.project_id], () => this.tidy(payload, signal));
  }

  private async tidy({ project_id, generation: number }: PassagesToTidy, signal: AbortSignal): Promise<void> {
    const generation = (await this.generations.live()).find((one) => one.number === number);
    if (!generation) return;
    const engine = engineGeneration(generation);
    // In this order, because attempts that begin meanwhile are then in the second list, or not yet in the first.
    const kept = await this.store.indexings(project_id, engine);
    const counting = new Set(await this.sources.attemptsIn(project_id, number));
    const others = kept.filter(({ indexing_id }) => !counting.has(indexing_id));
    if (others.length > 0) await this.jobs.afterDeleting([{ projectId: project_id, generation: number }]);
    await this.store.dropIndexings(project_id, engine, others, signal);
    await this.store.optimize(project_id, engine);
  }
}
