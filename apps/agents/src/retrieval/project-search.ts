import { Injectable } from '@nestjs/common';
import { type FoundPassage, type JsonObject, type SourceKind, search } from '@pks/contracts';
import { BusClient } from '@pks/platform';
import type { RunTerms, ToolResults } from '../kinds/tool-kind.ts';

/** What to search for, and where. */
export interface Wanted {
  readonly query: string;
  readonly top_k: number;
  readonly kinds: readonly SourceKind[];
  /** Unless empty, only documents with one of these metadata values are found. */
  readonly metadata_values: readonly string[];
}

/** A search for the caller of a run: it does not find what they may not read. */
export type Search = (wanted: Wanted, terms: RunTerms) => Promise<ToolResults>;

/** At first, a search asks for this many passages per wanted object, because several may be of the same object. */
const PASSAGES_OF_ONE = 5;
/** The most passages that a search returns. */
const MOST_PASSAGES = 100;

/** Searches the project's documents and published artifacts. */
@Injectable()
export class ProjectSearch {
  constructor(private readonly bus: BusClient) {}

  /** Finds passages, the best first. */
  readonly passages: Search = async (wanted, { projectId }) =>
    (await this.find({ ...wanted, project_id: projectId })).map((passage): JsonObject => ({ ...passage }));

  /**
   * Finds whole documents and artifacts, the best first, each with its best passage. If the passages of too few objects fill the
   * first search, asks for the most passages that a search returns.
   */
  readonly objects: Search = async ({ top_k, ...wanted }, { projectId }) => {
    const find = (most: number) => this.find({ ...wanted, top_k: most, project_id: projectId });
    const usual = Math.min(MOST_PASSAGES, top_k * PASSAGES_OF_ONE);
    const passages = await find(usual);
    const first = bestOfEach(passages);
    const isCutOff = first.length < top_k && passages.length === usual && usual < MOST_PASSAGES;
    const best = isCutOff ? bestOfEach(await find(MOST_PASSAGES)) : first;
    return best.slice(0, top_k).map(objectOf);
  };

  private find(request: Wanted & { readonly project_id: string }): Promise<readonly FoundPassage[]> {
    return this.bus.call(search.calls.find, { ...request, mode: 'both' });
  }
}

/** The first passage of each object. */
function bestOfEach(passages: readonly FoundPassage[]): FoundPassage[] {
  const best = new Map<string, FoundPassage>();
  for (const passage of passages) if (!best.has(keyOf(passage))) best.set(keyOf(passage), passage);
  return [...best.values()];
}

function keyOf({ kind, id }: FoundPassage): string {
  return `${kind} ${id}`;
}

function objectOf({ kind, id, slug, title, version_number, score, text }: FoundPassage): JsonObject {
  return { kind, id, slug, title, version_number, score, best_passage: text };
}
