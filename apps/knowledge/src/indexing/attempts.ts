import { Injectable } from '@nestjs/common';
import { Clock, Database, Jobs } from '@pks/platform';
import { DocumentReadingsRepository } from '../documents/document-readings.repository.ts';
import { makeMeaning, tidying, tidyPassages } from './index-jobs.ts';
import { type Attempt, type BegunAttempt, IndexedSourcesRepository } from './indexed-sources.repository.ts';
import type { ContentState, Indexable } from './source-contents.ts';

/** How an attempt to index something begins and ends, and what follows it. */
@Injectable()
export class Attempts {
  constructor(
    private readonly sources: IndexedSourcesRepository,
    private readonly readings: DocumentReadingsRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Undefined where what is there is indexed as it is, and no attempt is under way. */
  begin(source: Indexable, generation: number, state: ContentState): Promise<BegunAttempt | undefined> {
    return this.sources.begin(source, generation, state);
  }

  /** Whether the attempt counts, and this is still what there is to index. */
  stands(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.sources.stands(attempt, state);
  }

  /**
   * Its passages are written without their meaning: from now on they are found by their words, and their meaning is made. False
   * where it does not count any more.
   */
  worded(attempt: Attempt, state: ContentState, priority: number): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.sources.worded(attempt, state))) return false;
      await this.meant(attempt, 0, priority);
      await this.tidied(attempt);
      return true;
    });
  }

  /** The meaning of its passages is made up to a position. */
  async meant(attempt: Attempt, from: number, priority: number): Promise<void> {
    const { projectId, kind, sourceId, generation, attemptId } = attempt;
    const about = {
      project_id: projectId,
      kind,
      source_id: sourceId,
      generation,
      attempt_id: attemptId,
      from,
      priority,
    };
    await this.jobs.add(makeMeaning, about, { key: `${attemptId} ${from}`, priority });
  }

  /** All is made: a document is indexed now, and its uploader is told. */
  async ended(attempt: Attempt, state: ContentState): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.sources.meant(attempt, state))) return;
      if (attempt.kind === 'document') await this.readings.indexed(attempt.projectId, attempt.sourceId);
      await this.tidied(attempt);
    });
  }

  private async tidied({ projectId, generation }: Attempt): Promise<void> {
    await this.jobs.addAll(tidyPassages, [tidying(projectId, generation, this.clock.now())]);
  }
}
