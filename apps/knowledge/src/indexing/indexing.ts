import { Injectable } from '@nestjs/common';
import type { SourceKind } from '@pks/contracts';
import { Clock, Jobs } from '@pks/platform';
import { v7 } from 'uuid';
import { PassageStore } from '../search/passage-store.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { indexSource, PRIORITY, tidying, tidyPassages } from './index-jobs.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { engineGeneration } from './search-generation.entity.ts';

/** Told of what the search has to follow. */
@Injectable()
export class Indexing {
  constructor(
    private readonly jobs: Jobs,
    private readonly generations: GenerationsRepository,
    private readonly sources: IndexedSourcesRepository,
    private readonly store: PassageStore,
    private readonly clock: Clock,
  ) {}

  /**
   * In the transaction of a write: what there is to read in a document or an artifact, what it is called, or whether it is there
   * at all is another from now on. What is no more is not found from the commit on, what is new as soon as it is indexed.
   */
  async changed(projectId: string, kind: SourceKind, sourceId: string): Promise<void> {
    const about = { project_id: projectId, kind, source_id: sourceId };
    await this.jobs.add(indexSource, about, { key: v7(), priority: PRIORITY[kind] });
  }

  /** Drops all passages of a source that is there no more, and once more what is being written of it meanwhile; may be repeated. */
  async erase(projectId: string, sourceId: string): Promise<void> {
    await this.sources.forget(projectId, sourceId);
    const generations = await this.generations.all();
    for (const generation of generations) {
      await this.store.remove(projectId, engineGeneration(generation), sourceId);
    }
    const now = this.clock.now();
    await this.jobs.addAll(
      tidyPassages,
      generations.map(({ number }) => tidying(projectId, number, now)),
    );
  }
}
