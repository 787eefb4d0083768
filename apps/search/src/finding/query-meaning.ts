import { Inject, Injectable } from '@nestjs/common';
import { LOG, type Log } from '@pks/platform';
import { isOf, type SearchGeneration } from '../search-index/search-generation.entity.ts';
import { Embedder, type Embedding } from '../search/embedder.ts';

/** Embeds queries. */
@Injectable()
export class QueryMeaning {
  constructor(
    private readonly embedder: Embedder,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The embedding of a query; null without a model, while it does not answer, or if the generation belongs to another one. */
  async of(projectId: string, query: string, generation: SearchGeneration): Promise<Embedding | null> {
    if (!isOf(generation, this.embedder)) return null;
    try {
      return await this.embedder.embedQuestion(query, projectId);
    } catch (error) {
      this.log.warn({ err: error }, 'embedding unavailable, searching by words alone');
      return null;
    }
  }
}
