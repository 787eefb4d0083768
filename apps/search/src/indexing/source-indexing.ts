import { type Job, type Worker, Works } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';
import { passagesOf } from '../search/passages.ts';
import { Attempts } from './attempts.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { indexSource, PRIORITY, type SourceToIndex } from '../search-index/index-jobs.ts';
import type { Indexable } from '../search-index/indexed-sources.repository.ts';
import { Indexing } from '../search-index/indexing.ts';
import {
  engineGeneration,
  hasVectors,
  type SearchGeneration,
} from '../search-index/search-generation.entity.ts';
import { SourceContents } from './source-contents.ts';

/** Indexes a document, an artifact or an interview by its words; where there is a model, its passages are embedded afterwards. */
@Works(indexSource)
export class SourceIndexing implements Worker<typeof indexSource> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly contents: SourceContents,
    private readonly store: PassageStore,
    private readonly attempts: Attempts,
    private readonly indexing: Indexing,
  ) {}

  /** A job indexes the content that exists when it begins, so one serves any number of changes before. */
  sameAs({ source_id, generation = 0 }: SourceToIndex): string {
    return `${source_id} ${generation}`;
  }

  async work({ payload }: Job<typeof indexSource>): Promise<void> {
    const source = { projectId: payload.project_id, kind: payload.kind, sourceId: payload.source_id };
    const live = await this.generations.live();
    const targets = live.filter(
      ({ number }) => payload.generation === undefined || number === payload.generation,
    );
    const priority = payload.generation === undefined ? PRIORITY[payload.kind] : PRIORITY.filling;
    for (const generation of targets) await this.index(source, generation, priority);
  }

  private async index(source: Indexable, generation: SearchGeneration, priority: number): Promise<void> {
    const { projectId, kind, sourceId } = source;
    const state = await this.contents.state(source);
    if (!state) return this.indexing.erase(projectId, sourceId);
    const attempt = await this.attempts.begin(source, generation.number, state);
    if (!attempt) return;
    const content = await this.contents.of(source);
    if (!content) return this.indexing.erase(projectId, sourceId);
    const engine = engineGeneration(generation);
    const written = { kind, id: sourceId, name: content.name };
    const passages = await passagesOf(content.sections);
    await this.store.put(projectId, engine, written, attempt.attemptId, passages, null);
    const next = { priority, embeds: hasVectors(generation) };
    const counts = await this.attempts.recordWords(attempt, content, next);
    if (counts && attempt.followsAnother)
      await this.store.dropBefore(projectId, engine, sourceId, attempt.attemptId);
  }
}
