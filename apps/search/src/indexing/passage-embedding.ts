import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log } from '@pks/platform';
import { Embedder, type Embedding, EmbeddingFailed } from '../search/embedder.ts';
import { wordingOf } from '../search/passage.ts';
import { PassageStore } from '../search/passage-store.ts';
import { passagesOf } from '../search/passages.ts';
import type { Attempt } from '../search-index/indexed-sources.repository.ts';
import { engineGeneration, type SearchGeneration } from '../search-index/search-generation.entity.ts';
import { Attempts } from './attempts.ts';
import type { SourceContent } from './source-contents.ts';

/** The duration of a job, after which another one continues, so that more urgent jobs come in between. Milliseconds. */
const TURN_MS = 5_000;
/** The number of passages that are embedded between two checks of the time and of the attempt. */
const AT_A_TIME = 16;

/** Embeds passages of a source, and stores them with their embeddings. */
@Injectable()
export class PassageEmbedding {
  constructor(
    private readonly embedder: Embedder,
    private readonly store: PassageStore,
    private readonly attempts: Attempts,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Embeds some passages, and returns the position to continue from: unchanged if the content changed or the signal is aborted before
   * the first, null at the end or without a model. Those that the model refuses are left without an embedding.
   */
  async some(
    attempt: Attempt,
    generation: SearchGeneration,
    content: SourceContent,
    from: number,
    signal: AbortSignal,
  ): Promise<number | null> {
    const passages = await passagesOf(content.sections);
    const until = performance.now() + TURN_MS;
    const embeddings: (Embedding | EmbeddingFailed)[] = [];
    let next = from;
    while (next < passages.length && performance.now() < until && !signal.aborted) {
      if (!(await this.attempts.isCurrent(attempt, content))) break;
      const some = await this.embedder.embed(
        passages.slice(next, next + AT_A_TIME).map((passage) => wordingOf(content.name, passage)),
        attempt.projectId,
        signal,
      );
      if (some === null) return null;
      embeddings.push(...some);
      next += some.length;
    }
    this.warnOfRefused(attempt, embeddings);
    await this.store.put(
      attempt.projectId,
      engineGeneration(generation),
      { kind: attempt.kind, id: attempt.sourceId, name: content.name },
      attempt.attemptId,
      passages.slice(from, next),
      embeddings.map((one) => (one instanceof EmbeddingFailed ? null : one)),
    );
    return next < passages.length ? next : null;
  }

  private warnOfRefused(
    { projectId: project_id, kind, sourceId: source_id }: Attempt,
    embeddings: readonly (Embedding | EmbeddingFailed)[],
  ): void {
    const [first, ...others] = embeddings.filter((one) => one instanceof EmbeddingFailed);
    if (!first) return;
    const refused = { passages: others.length + 1, reason: first.message };
    this.log.warn(
      { project_id, kind, source_id, ...refused },
      'passages refused, finding them by words alone',
    );
  }
}
