import { Inject, Injectable } from '@nestjs/common';
import type { FoundPassage, SearchKnowledge } from '@pks/contracts';
import { LOG, type Log } from '@pks/platform';
import { GenerationsRepository } from '../indexing/generations.repository.ts';
import { engineGeneration, isOf, type SearchGeneration } from '../indexing/search-generation.entity.ts';
import { Embedder } from '../search/embedder.ts';
import type { Asked, Hit } from '../search/passage-hit.ts';
import { PassageStore } from '../search/passage-store.ts';
import { type FoundSource, FoundSourcesRepository } from './found-sources.repository.ts';

/** So many times what is asked for is looked at first: some of it may not stand any more. */
const SPARE = 3;
/** If too little of it stands, more is looked at, up to so many passages. */
const MOST_LOOKED_AT = 1_000;
/** The index is asked for passages of certain documents, where so few have the values; with more, its hits are held against them. */
const MOST_NAMED = 5_000;

/** Finds passages by words and meaning together. What the index says is held against what is there now. */
@Injectable()
export class SearchService {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly sources: FoundSourcesRepository,
    private readonly store: PassageStore,
    private readonly embedder: Embedder,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The best first. By words alone while the model does not answer, or is not the one that the index was made with. */
  async find(request: SearchKnowledge): Promise<FoundPassage[]> {
    const generation = await this.generations.searched();
    if (!generation) return [];
    const asked = await this.askedIn(request, generation);
    if (!asked) return [];
    for (let looked = request.top_k * SPARE; ; looked *= 4) {
      const limit = Math.min(looked, MOST_LOOKED_AT);
      const engine = engineGeneration(generation);
      const hits = await this.store.search(request.project_id, engine, { ...asked, limit });
      const found = await this.standing(request, generation.number, hits);
      const isAll = hits.length < limit || limit === MOST_LOOKED_AT;
      if (isAll || found.length >= request.top_k) return found.slice(0, request.top_k);
    }
  }

  /** Undefined where nothing can be found. */
  private async askedIn(
    { project_id, query: words, kinds, metadata_values }: SearchKnowledge,
    generation: SearchGeneration,
  ): Promise<Omit<Asked, 'limit'> | undefined> {
    if (metadata_values.length === 0) {
      return { words, vector: await this.meaningOf(words, generation), kinds };
    }
    if (!kinds.includes('document')) return undefined;
    const named = await this.sources.labelled(project_id, metadata_values, MOST_NAMED + 1);
    if (named.length === 0) return undefined;
    const vector = await this.meaningOf(words, generation);
    return { words, vector, kinds: ['document'], ...(named.length > MOST_NAMED ? {} : { sources: named }) };
  }

  private async meaningOf(query: string, generation: SearchGeneration): Promise<Float32Array | null> {
    if (!isOf(generation, this.embedder)) return null;
    try {
      const vectors = await this.embedder.embed([query]);
      return vectors?.[0] ?? null;
    } catch (error) {
      this.log.warn({ err: error }, 'a search goes by its words alone');
      return null;
    }
  }

  private async standing(
    { project_id, metadata_values }: SearchKnowledge,
    generation: number,
    hits: readonly Hit[],
  ): Promise<FoundPassage[]> {
    const rows = await this.sources.standing(project_id, generation, hits, metadata_values);
    const standing = new Map(rows.map((row) => [keyOf(row), row]));
    return hits.flatMap((hit) => {
      const source = standing.get(keyOf(hit));
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
