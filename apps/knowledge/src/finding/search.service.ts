import { Inject, Injectable } from '@nestjs/common';
import type { FoundPassage, SearchKnowledge } from '@pks/contracts';
import { LOG, type Log } from '@pks/platform';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { engineGeneration, isOf, type SearchGeneration } from '../search-index/search-generation.entity.ts';
import { Embedder } from '../search/embedder.ts';
import type { PassageQuery, Hit } from '../search/passage-hit.ts';
import { PassageStore } from '../search/passage-store.ts';
import { type FoundSource, FoundSourcesRepository } from './found-sources.repository.ts';

/** How many times the requested number of hits is queried first, because some may not be valid any more. */
const SPARE = 3;
/** When too few of them are valid, more are queried, up to this many. */
const MOST_HITS = 1_000;
/** A search is repeated this often at most, when its hits were replaced before they were checked. */
const MOST_REPEATS = 3;
/** Up to this many documents with the values, the query names them; with more, its hits are filtered afterwards. */
const MOST_NAMED = 5_000;

/** Finds passages by words and meaning together. Hits of the index are checked against the current sources. */
@Injectable()
export class SearchService {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly sources: FoundSourcesRepository,
    private readonly store: PassageStore,
    private readonly embedder: Embedder,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The best first. By words alone while the model does not answer, or is not the one of the index. */
  async find(request: SearchKnowledge): Promise<FoundPassage[]> {
    const generation = await this.generations.searched();
    if (!generation) return [];
    const query = await this.queryFor(request, generation);
    if (!query) return [];
    for (let wanted = request.top_k * SPARE; ; wanted *= 4) {
      const limit = Math.min(wanted, MOST_HITS);
      const { hits, found } = await this.search(request, generation, { ...query, limit });
      const isAll = hits.length < limit || limit === MOST_HITS;
      if (isAll || found.length >= request.top_k) return found.slice(0, request.top_k);
    }
  }

  /**
   * The hits of the engine, and those of them that are valid. A source that was indexed again in between has lost its hits,
   * while its new passages are in the index already: the engine is queried again, so that it is found all the while.
   */
  private async search(
    request: SearchKnowledge,
    generation: SearchGeneration,
    query: PassageQuery,
  ): Promise<{ readonly hits: readonly Hit[]; readonly found: FoundPassage[] }> {
    const { project_id } = request;
    for (let repeats = 0; ; repeats += 1) {
      const hits = await this.store.search(project_id, engineGeneration(generation), query);
      const found = await this.valid(request, generation.number, hits);
      const isComplete = found.length === hits.length || repeats === MOST_REPEATS;
      if (isComplete || !(await this.sources.areReplaced(project_id, generation.number, hits)))
        return { hits, found };
    }
  }

  /** The query for the engine; undefined where nothing can match. */
  private async queryFor(
    { project_id, query: words, kinds, metadata_values }: SearchKnowledge,
    generation: SearchGeneration,
  ): Promise<Omit<PassageQuery, 'limit'> | undefined> {
    if (metadata_values.length === 0) {
      return { words, vector: await this.meaningOf(project_id, words, generation), kinds };
    }
    if (!kinds.includes('document')) return undefined;
    const named = await this.sources.labelled(project_id, metadata_values, MOST_NAMED + 1);
    if (named.length === 0) return undefined;
    const vector = await this.meaningOf(project_id, words, generation);
    return { words, vector, kinds: ['document'], ...(named.length > MOST_NAMED ? {} : { sources: named }) };
  }

  private async meaningOf(
    projectId: string,
    query: string,
    generation: SearchGeneration,
  ): Promise<Float32Array | null> {
    if (!isOf(generation, this.embedder)) return null;
    try {
      const vectors = await this.embedder.embed([query], projectId);
      return vectors?.[0] ?? null;
    } catch (error) {
      this.log.warn({ err: error }, 'embedding unavailable, searching by words alone');
      return null;
    }
  }

  private async valid(
    { project_id, metadata_values }: SearchKnowledge,
    generation: number,
    hits: readonly Hit[],
  ): Promise<FoundPassage[]> {
    const rows = await this.sources.valid(project_id, generation, hits, metadata_values);
    const valid = new Map(rows.map((row) => [keyOf(row), row]));
    return hits.flatMap((hit) => {
      const source = valid.get(keyOf(hit));
      return source ? [passageOf(hit, source)] : [];
    });
  }
}

function keyOf({ source_id, indexing_id }: Pick<Hit, 'source_id' | 'indexing_id'>): string {
  return `${source_id} ${indexing_id}`;
}

function passageOf(hit: Hit, { title, slug, version_number }: FoundSource): FoundPassage {
  const { kind, source_id: id, page, heading, text, score } = hit;
  return {
    kind,
    id,
    slug,
    title,
    version_number,
    page: kind === 'document' ? page : null,
    heading,
    text,
    score,
  };
}
