import { Injectable } from '@nestjs/common';
import { type DomainEvent, documentIndexed } from '@pks/contracts';
import { Clock, Database, Jobs, Outbox, afterCommit } from '@pks/platform';
import { LRUCache } from 'lru-cache';
import { makeMeaning, tidying, tidyPassages } from '../search-index/index-jobs.ts';
import {
  type Attempt,
  type BegunAttempt,
  type ContentState,
  type Indexable,
  IndexedSourcesRepository,
} from '../search-index/indexed-sources.repository.ts';
import type { SourceState } from './source-contents.ts';

/** How many projects' jobs that tidy are known to exist. */
const MOST_TIDIED = 10_000;

/** What follows once the passages of an attempt are written. */
export interface Next {
  /** Of the job that embeds them. */
  readonly priority: number;
  readonly embeds: boolean;
}

/** Begins and ends attempts to index a source, with their consequences. */
@Injectable()
export class Attempts {
  /** The keys of jobs that this process has added: it need not add them again at each write of the same minute. */
  readonly #tidied = new LRUCache<string, true>({ max: MOST_TIDIED });

  constructor(
    private readonly sources: IndexedSourcesRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  /** Undefined where the current content is indexed already, and no attempt is under way. */
  begin(source: Indexable, generation: number, state: ContentState): Promise<BegunAttempt | undefined> {
    return this.sources.begin(source, generation, state);
  }

  /** Whether the attempt counts, and this is still the current content. */
  isCurrent(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.sources.isCurrent(attempt, state);
  }

  /**
   * Records that the passages are written without vectors: searches find them by their words, and a job embeds them, unless the
   * generation has no vectors. False where the attempt does not count any more.
   */
  recordWords(attempt: Attempt, state: SourceState, { priority, embeds }: Next): Promise<boolean> {
    return this.database.transaction(async () => {
      if (!(await this.sources.recordWords(attempt, state))) return false;
      if (embeds) await this.queueEmbedding(attempt, 0, priority);
      else await this.complete(attempt, state);
      await this.queueTidying(attempt);
      return true;
    });
  }

  /** Adds the job that embeds the passages from a position on. */
  async queueEmbedding(attempt: Attempt, from: number, priority: number): Promise<void> {
    const { projectId, kind, sourceId, generation, attemptId } = attempt;
    const payload = {
      project_id: projectId,
      kind,
      source_id: sourceId,
      generation,
      attempt_id: attemptId,
      from,
      priority,
    };
    await this.jobs.add(makeMeaning, payload, { key: `${attemptId} ${from}`, priority });
  }

  /** Records that all passages are embedded. For a document that awaits it, the event of it is published. */
  async complete(attempt: Attempt, state: SourceState): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.sources.recordMeaning(attempt, state))) return;
      if (state.awaitsIndexing) await this.outbox.add([indexed(attempt)]);
      await this.queueTidying(attempt);
    });
  }

  private async queueTidying({ projectId, generation }: Attempt): Promise<void> {
    const job = tidying(projectId, generation, this.clock.now());
    if (this.#tidied.has(job.key)) return;
    await this.jobs.addAll(tidyPassages, [job]);
    afterCommit(() => this.#tidied.set(job.key, true));
  }
}

function indexed({ projectId, sourceId }: Attempt): DomainEvent {
  return documentIndexed.of({ project_id: projectId, document_id: sourceId });
}
