import { Injectable } from '@nestjs/common';
import { Clock, Jobs } from '@pks/platform';
import { v7 } from 'uuid';
import { PassageStore } from '../search/passage-store.ts';
import { byProject } from './by-project.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { indexSource, PRIORITY, tidying, tidyPassages } from './index-jobs.ts';
import { type Indexable, IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { engineGeneration } from './search-generation.entity.ts';

/** Adds the jobs that index changes. */
@Injectable()
export class Indexing {
  constructor(
    private readonly jobs: Jobs,
    private readonly generations: GenerationsRepository,
    private readonly sources: IndexedSourcesRepository,
    private readonly store: PassageStore,
    private readonly clock: Clock,
  ) {}

  /** Adds one job for each document, artifact or interview whose content, name or existence changed, however often. */
  async changed(sources: readonly Indexable[]): Promise<void> {
    const once = new Map(sources.map((source) => [`${source.kind} ${source.sourceId}`, source]));
    await this.jobs.addAll(
      indexSource,
      [...once.values()].map(({ projectId, kind, sourceId }) => ({
        payload: { project_id: projectId, kind, source_id: sourceId },
        key: v7(),
        priority: PRIORITY[kind],
      })),
    );
  }

  /**
   * Deletes all passages of sources that are deleted, and later those that were being written meanwhile; it may be repeated. What is
   * recorded of them comes first: the engine takes longer, and one of them may begin to be indexed again by then.
   */
  async erase(sources: readonly Indexable[]): Promise<void> {
    const projects = byProject(sources, ({ projectId }) => projectId).map(
      ([projectId, some]) => [projectId, some.map(({ sourceId }) => sourceId)] as const,
    );
    for (const [projectId, ids] of projects) await this.sources.forget(projectId, ids);
    const generations = projects.length === 0 ? [] : await this.generations.all();
    for (const [projectId, ids] of projects) {
      for (const generation of generations)
        await this.store.remove(projectId, engineGeneration(generation), ids);
    }
    const now = this.clock.now();
    await this.jobs.addAll(
      tidyPassages,
      projects.flatMap(([projectId]) => generations.map(({ number }) => tidying(projectId, number, now))),
    );
  }
}
