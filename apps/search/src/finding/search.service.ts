import { Injectable } from '@nestjs/common';
import type { FoundPassage, SearchKnowledge } from '@pks/contracts';
import { PresentGenerations } from '../search-index/present-generations.ts';
import { engineGeneration, type SearchGeneration } from '../search-index/search-generation.entity.ts';
import type { PassageQuery, Hit } from '../search/passage-hit.ts';
import { PassageStore } from '../search/passage-store.ts';
import { type Findable, type FoundSource, FoundSources } from './found-sources.ts';
import { QueryMeaning } from './query-meaning.ts';
import type { Reader } from './reader.ts';
import { Reranking } from './reranking.ts';
import { type SearchScope, SearchScopes } from './search-scopes.ts';

/** The first query asks for the requested number of hits times this, because some may no longer be valid. */
const SPARE = 3;
/** If too few hits are valid, the next queries ask for more, up to this many. */
const MOST_HITS = 1_000;
/** The reranker judges at least this many passages, however few are requested. */
const JUDGED = 50;
/** The most repetitions of a query whose hits were replaced before they were checked. */
const MOST_REPEATS = 3;

/** Finds passages by words, meaning or both. Hits of the index are checked against the current sources. */
@Injectable()
export class SearchService {
  constructor(
    private readonly generations: PresentGenerations,
    private readonly scopes: SearchScopes,
    private readonly sources: FoundSources,
    private readonly store: PassageStore,
    private readonly meaning: QueryMeaning,
    private readonly reranking: Reranking,
  ) {}

  /**
   * The best passages first, only those that the reader may find. While the model does not answer, or if the index belongs to
   * another model, a search in both ways uses words only, and a search by meaning finds nothing. The reranker judges the passages
   * of these two, never those of a search by words.
   */
  async find(request: SearchKnowledge, reader: Reader): Promise<readonly FoundPassage[]> {
    const { query, top_k, mode } = request;
    if (mode === 'words' || !this.reranking.isConfigured) return this.found(request, top_k, reader);
    const found = await this.found(request, Math.max(top_k, JUDGED), reader);
    return (await this.reranking.of(query, found)).slice(0, top_k);
  }

  /** At most this many valid passages, in the order of the engine. */
  private async found(request: SearchKnowledge, most: number, reader: Reader): Promise<FoundPassage[]> {
    const { project_id: projectId, metadata_values: metadataValues } = request;
    const generation = await this.generations.searched();
    const scope = generation && (await this.scopes.of(request, reader));
    if (!scope) return [];
    const asked = await this.asked(request, generation, scope);
    if (!asked) return [];
    const findable = { projectId, generation: generation.number, metadataValues, reader };
    for (let wanted = most * SPARE; ; wanted *= 4) {
      const limit = Math.min(wanted, MOST_HITS);
      const { hits, found } = await this.search(findable, generation, { ...asked, limit, ...scope });
      const isAll = hits.length < limit || limit === MOST_HITS;
      if (isAll || found.length >= most) return found.slice(0, most);
    }
  }

  /** The words and the vector to query; undefined if a search by meaning has no vector. */
  private async asked(
    { project_id, query, mode }: SearchKnowledge,
    generation: SearchGeneration,
    scope: SearchScope,
  ): Promise<Pick<PassageQuery, 'words' | 'vector' | 'pieces'> | undefined> {
    if (mode === 'words') return { words: query, vector: null };
    const meant = await this.store.meant(project_id, engineGeneration(generation), query, scope);
    const meaning = await this.meaning.of(project_id, meant, generation);
    if (mode === 'both') return { words: query, ...(meaning ?? { vector: null }) };
    return meaning ? { words: null, ...meaning } : undefined;
  }

  /**
   * The hits of the engine, and those of them that are valid. If a source was indexed again in between, its hits no longer count
   * although its new passages are already in the index; the engine is then queried again, so that the source is always found.
   */
  private async search(
    findable: Findable,
    generation: SearchGeneration,
    query: PassageQuery,
  ): Promise<{ readonly hits: readonly Hit[]; readonly found: FoundPassage[] }> {
    for (let repeats = 0; ; repeats += 1) {
      const hits = await this.store.search(findable.projectId, engineGeneration(generation), query);
      const found = await this.valid(hits, findable);
      const isComplete = found.length === hits.length || repeats === MOST_REPEATS;
      if (isComplete || !(await this.sources.areReplaced(hits, findable))) return { hits, found };
    }
  }

  private async valid(hits: readonly Hit[], findable: Findable): Promise<FoundPassage[]> {
    const rows = await this.sources.valid(hits, findable);
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
  const { kind, source_id: id, page, heading, text, score, words, nearness } = hit;
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
    matched_by: { words, nearness },
  };
}
