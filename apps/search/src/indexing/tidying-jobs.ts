import { Injectable } from '@nestjs/common';
import { Clock, Jobs, type JobType, type NewJob, afterCommit } from '@pks/platform';
import { LRUCache } from 'lru-cache';
import {
  erasePassages,
  erasing,
  type PassagesToTidy,
  tidying,
  tidyingAgain,
  tidyPassages,
} from '../search-index/index-jobs.ts';
import type { Attempt } from '../search-index/indexed-sources.repository.ts';

/** How many added jobs a process remembers. */
const MOST_KNOWN = 10_000;

/** The passages of a project and a generation. */
export type Place = Pick<Attempt, 'projectId' | 'generation'>;

type JobOf = (project_id: string, generation: number, now: Date) => NewJob<PassagesToTidy>;

/** Adds the jobs that tidy up after writes, in the current transaction. */
@Injectable()
export class TidyingJobs {
  /** The jobs that this process has added: it need not add them again at each write of the same minute. */
  readonly #known = new LRUCache<string, true>({ max: MOST_KNOWN });

  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Called after each write, whether it counts or not. */
  afterWriting(places: readonly Place[]): Promise<void> {
    return this.add(tidyPassages, tidying, places);
  }

  /** Called after passages were deleted that must leave the files, too. Replaced passages need not: that would slow down publishing. */
  async afterDeleting(places: readonly Place[]): Promise<void> {
    await this.add(tidyPassages, tidyingAgain, places);
    await this.add(erasePassages, erasing, places);
  }

  /** Called after the files were rewritten, so that the old ones are deleted. */
  afterErasing(places: readonly Place[]): Promise<void> {
    return this.add(tidyPassages, tidyingAgain, places);
  }

  private async add(type: JobType<PassagesToTidy>, jobOf: JobOf, places: readonly Place[]): Promise<void> {
    const now = this.clock.now();
    const known = (key: string): string => `${type.name} ${key}`;
    const all = places.map(({ projectId, generation }) => jobOf(projectId, generation, now));
    const jobs = new Map(all.filter(({ key }) => !this.#known.has(known(key))).map((job) => [job.key, job]));
    await this.jobs.addAll(type, [...jobs.values()]);
    afterCommit(() => jobs.forEach(({ key }) => this.#known.set(known(key), true)));
  }
}
