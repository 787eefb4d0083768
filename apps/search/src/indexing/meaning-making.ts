import { GivenUp, type Job, MOST_FAILURES, NotYet, type Worker, Works, assertTimeLeft } from '@pks/platform';
import { Embedder, EmbeddingFailed } from '../search/embedder.ts';
import { Attempts } from './attempts.ts';
import { DeletedPassages } from '../search-index/deleted-passages.ts';
import { makeMeaning, type MeaningToMake } from '../search-index/index-jobs.ts';
import type { Attempt } from '../search-index/indexed-sources.repository.ts';
import { PresentGenerations } from '../search-index/present-generations.ts';
import { isOf, type SearchGeneration } from '../search-index/search-generation.entity.ts';
import { PassageEmbedding } from './passage-embedding.ts';
import { type SourceContent, SourceContents } from './source-contents.ts';

/** Embeds passages, so that searches find them by their meaning, too. */
@Works(makeMeaning)
export class MeaningMaking implements Worker<typeof makeMeaning> {
  constructor(
    private readonly generations: PresentGenerations,
    private readonly contents: SourceContents,
    private readonly embedder: Embedder,
    private readonly embedding: PassageEmbedding,
    private readonly attempts: Attempts,
    private readonly deleted: DeletedPassages,
  ) {}

  work(job: Job<typeof makeMeaning>): Promise<void> {
    return this.deleted.noneLeftBy([job.payload.project_id], () => this.persistently(job));
  }

  /** A source that cannot be embedded for a week must not stay so once it can be: its document waits to become active, and an index to be complete. */
  private async persistently({ payload, attempt, signal }: Job<typeof makeMeaning>): Promise<void> {
    try {
      await this.make(payload, signal);
    } catch (error) {
      if (!(error instanceof EmbeddingFailed) || attempt <= MOST_FAILURES) throw error;
      await this.attempts.repeat(attemptOf(payload));
      throw new GivenUp(error.message);
    }
  }

  private async make(payload: MeaningToMake, signal: AbortSignal): Promise<void> {
    const attempt = attemptOf(payload);
    const generation = await this.generationOf(attempt);
    if (!generation) return;
    const content = await this.contentOf(attempt);
    if (!content) return this.attempts.repeat(attempt);
    const next = await this.embedding.some(attempt, generation, content, payload.from, signal);
    if (next === null) await this.attempts.complete(attempt, content);
    else if (next > payload.from) await this.attempts.queueEmbedding(attempt, next, payload.priority);
    else {
      assertTimeLeft(signal);
      await this.attempts.repeat(attempt);
    }
  }

  /** Undefined if the content is not the one that the attempt indexed, or if the attempt no longer counts. */
  private async contentOf(attempt: Attempt): Promise<SourceContent | undefined> {
    const state = await this.contents.state(attempt);
    if (!state || !(await this.attempts.isCurrent(attempt, state))) return undefined;
    return this.contents.content(attempt);
  }

  /**
   * Undefined for a generation that is retired.
   * @throws NotYet for one of another model: a process with that model embeds its passages, unless it is retired first.
   */
  private async generationOf({ generation: number }: Attempt): Promise<SearchGeneration | undefined> {
    const generation = (await this.generations.live()).find((one) => one.number === number);
    if (generation && !isOf(generation, this.embedder))
      throw new NotYet('These passages are embedded by another model.');
    return generation;
  }
}

function attemptOf({ project_id, kind, source_id, generation, attempt_id }: MeaningToMake): Attempt {
  return { projectId: project_id, kind, sourceId: source_id, generation, attemptId: attempt_id };
}
