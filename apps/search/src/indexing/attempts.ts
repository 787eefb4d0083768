import { Injectable } from '@nestjs/common';
import { type DomainEvent, documentIndexed } from '@pks/contracts';
import { Database, Jobs, type NewJob, Outbox } from '@pks/platform';
import { indexSource, makeMeaning, type MeaningToMake, PRIORITY } from '../search-index/index-jobs.ts';
import {
  type Attempt,
  type BegunAttempt,
  type ContentState,
  type InState,
  type Indexable,
  IndexedSourcesRepository,
} from '../search-index/indexed-sources.repository.ts';
import type { SourceState } from './source-contents.ts';
import { TidyingJobs } from './tidying-jobs.ts';

/** A source that is to be indexed. */
export interface Queued extends Indexable {
  /** The priority of the job that embeds its passages. */
  readonly priority: number;
}

/** An attempt to index a source, with the content that it read. */
export interface IndexedContent {
  readonly source: Queued & BegunAttempt;
  readonly state: SourceState;
}

/** Begins and ends attempts to index a source, with their consequences. */
@Injectable()
export class Attempts {
  constructor(
    private readonly sources: IndexedSourcesRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly tidying: TidyingJobs,
    private readonly outbox: Outbox,
  ) {}

  /** Begins attempts, except for sources whose current content is already indexed and that have no attempt under way. */
  begin(
    sources: readonly InState<Queued, ContentState | undefined>[],
    generation: number,
  ): Promise<(Queued & BegunAttempt)[]> {
    return this.sources.begin(sources, generation);
  }

  /**
   * Ends attempts that found nothing to index; earlier attempts no longer count. Returns those after which no other has begun. Passages
   * that are being written meanwhile are deleted later, and those of attempts that counted are erased from the files.
   */
  end(attempts: readonly BegunAttempt[], generation: number): Promise<readonly BegunAttempt[]> {
    return this.database.transaction(async () => {
      const ended = await this.sources.forget(attempts, generation);
      await this.tidying.afterWriting(ended);
      await this.tidying.afterDeleting(ended.filter(({ followsAnother }) => followsAnother));
      return ended;
    });
  }

  /** Whether the attempt counts, is the latest one, and has indexed the content in this state. */
  isCurrent(attempt: Attempt, state: ContentState): Promise<boolean> {
    return this.sources.isCurrent(attempt, state);
  }

  /**
   * Records that the passages of attempts in a generation are written without vectors: searches find them by their words, and a job
   * embeds them, unless the generation has no vectors. Returns the attempts that still count; the passages of the others are deleted
   * later.
   */
  recordWords(
    indexed: readonly IndexedContent[],
    generation: number,
    embeds: boolean,
  ): Promise<readonly BegunAttempt[]> {
    return this.database.transaction(async () => {
      const counting = await this.sources.recordWords(indexed, generation, !embeds);
      const attempts = counting.map(({ source }) => source);
      if (embeds)
        await this.jobs.addAll(
          makeMeaning,
          attempts.map((attempt) => embedding(attempt, 0, attempt.priority)),
        );
      else await this.announce(counting);
      await this.tidying.afterWriting(indexed.map(({ source }) => source));
      return attempts;
    });
  }

  /** Adds the job that embeds the passages from a position on. */
  async queueEmbedding(attempt: Attempt, from: number, priority: number): Promise<void> {
    await this.database.transaction(async () => {
      await this.jobs.addAll(makeMeaning, [embedding(attempt, from, priority)]);
      await this.tidying.afterWriting([attempt]);
    });
  }

  /** Records that all passages are embedded. For a document that awaits this, publishes that it is indexed. */
  async complete(attempt: Attempt, state: SourceState): Promise<void> {
    await this.database.transaction(async () => {
      if (await this.sources.recordMeaning(attempt, state)) await this.announce([{ source: attempt, state }]);
      else await this.repeat(attempt);
      await this.tidying.afterWriting([attempt]);
    });
  }

  /**
   * Has a source indexed again whose content is not the one that the attempt indexed: it changed, if only for a moment, and possibly no
   * indexing job noticed. Does nothing if another attempt has begun.
   */
  async repeat(attempt: Attempt): Promise<void> {
    await this.database.transaction(async () => {
      const key = await this.sources.succeed(attempt);
      if (key === undefined) return;
      const { projectId: project_id, kind, sourceId: source_id } = attempt;
      await this.jobs.add(indexSource, { project_id, kind, source_id }, { key, priority: PRIORITY[kind] });
    });
  }

  /** Publishes that documents are indexed, for those that await it. */
  private async announce(
    indexed: readonly { readonly source: Attempt; readonly state: SourceState }[],
  ): Promise<void> {
    const awaited = indexed.filter(({ state }) => state.awaitsIndexing);
    if (awaited.length > 0) await this.outbox.add(awaited.map(({ source }) => indexedEvent(source)));
  }
}

function embedding(attempt: Attempt, from: number, priority: number): NewJob<MeaningToMake> {
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
  return { payload, key: `${attemptId} ${from}`, priority };
}

function indexedEvent({ projectId, sourceId }: Attempt): DomainEvent {
  return documentIndexed.of({ project_id: projectId, document_id: sourceId });
}
