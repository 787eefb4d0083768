import { Injectable } from '@nestjs/common';
import { Jobs } from '@pks/platform';
import { v7 } from 'uuid';
import { indexSource, PRIORITY } from './index-jobs.ts';
import type { Indexable } from './indexed-sources.repository.ts';

/** Adds the jobs that index changes. */
@Injectable()
export class Indexing {
  constructor(private readonly jobs: Jobs) {}

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

  /** Adds one job for each source that a generation is filled with. */
  async fill(sources: readonly Indexable[], generation: number): Promise<void> {
    await this.jobs.addAll(
      indexSource,
      sources.map(({ projectId, kind, sourceId }) => ({
        payload: { project_id: projectId, kind, source_id: sourceId, generation },
        key: `${generation} ${sourceId}`,
        priority: PRIORITY.filling,
      })),
    );
  }
}
