import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FoundPassage } from '@pks/contracts';
import { LOG, type Log } from '@pks/platform';
import { wordingOf } from '../search/passage.ts';
import { Reranker, RerankingFailed } from '../search/reranker.ts';

/** Puts the passages of a search in the order of the reranker, if one is configured. */
@Injectable()
export class Reranking implements OnApplicationShutdown {
  constructor(
    @Inject(Reranker) private readonly reranker: Reranker | null,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Whether there is a reranker. */
  get isConfigured(): boolean {
    return this.reranker !== null;
  }

  onApplicationShutdown(): void {
    this.reranker?.close();
  }

  /** The passages with their relevance as score, the best first; unchanged without a reranker, and while it does not answer. */
  async of(query: string, passages: readonly FoundPassage[]): Promise<readonly FoundPassage[]> {
    const relevance = await this.relevance(query, passages);
    if (!relevance) return passages;
    const scored = passages.map((passage, index) => ({ ...passage, score: relevance[index] ?? 0 }));
    return scored.sort((a, b) => b.score - a.score);
  }

  private async relevance(
    query: string,
    passages: readonly FoundPassage[],
  ): Promise<readonly number[] | null> {
    if (!this.reranker) return null;
    const texts = passages.map((passage) => wordingOf(passage.title, passage));
    try {
      return await this.reranker.relevance(query, texts);
    } catch (error) {
      if (!(error instanceof RerankingFailed)) throw error;
      this.log.warn(
        { err: error },
        'reranking unavailable, passages keep the order in which they were found',
      );
      return null;
    }
  }
}
