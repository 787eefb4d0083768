import { type Job, type Worker, Works } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';
import { DeletedPassages } from '../search-index/deleted-passages.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { erasePassages, type PassagesToTidy } from '../search-index/index-jobs.ts';
import { engineGeneration } from '../search-index/search-generation.entity.ts';
import { TidyingJobs } from './tidying-jobs.ts';

/** Erases passages of deleted sources from the files of the search engine. */
@Works(erasePassages)
export class PassagesErasing implements Worker<typeof erasePassages> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly store: PassageStore,
    private readonly deleted: DeletedPassages,
    private readonly jobs: TidyingJobs,
  ) {}

  work({ payload, signal }: Job<typeof erasePassages>): Promise<void> {
    return this.deleted.noneLeftBy([payload.project_id], () => this.erase(payload, signal));
  }

  /** By now, the jobs that delete these passages have run. Another job deletes the old files afterwards. */
  private async erase(
    { project_id, generation: number }: PassagesToTidy,
    signal: AbortSignal,
  ): Promise<void> {
    const generation = (await this.generations.live()).find((one) => one.number === number);
    if (!generation) return;
    await this.store.erase(project_id, engineGeneration(generation), signal);
    await this.jobs.afterErasing([{ projectId: project_id, generation: number }]);
  }
}
