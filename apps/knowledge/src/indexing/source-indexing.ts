import { type Job, type Worker, Works } from '@pks/platform';
import { PassageStore } from '../search/passage-store.ts';
import { passagesOf } from '../search/passages.ts';
import { Attempts } from './attempts.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { indexSource, PRIORITY, type SourceToIndex } from './index-jobs.ts';
import { Indexing } from './indexing.ts';
import { engineGeneration, type SearchGeneration } from './search-generation.entity.ts';
import { type Indexable, SourceContents } from './source-contents.ts';

/** Has what there is to read in a document or an artifact found by its words at once; its meaning is made afterwards. */
@Works(indexSource)
export class SourceIndexing implements Worker<typeof indexSource> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly contents: SourceContents,
    private readonly store: PassageStore,
    private readonly attempts: Attempts,
    private readonly indexing: Indexing,
  ) {}

  /** What is indexed is what is there when it begins, however many changes there were before. */
  sameAs({ source_id, generation = 0 }: SourceToIndex): string {
    return `${source_id} ${generation}`;
  }

  async work({ about }: Job<typeof indexSource>): Promise<void> {
    const source = { projectId: about.project_id, kind: about.kind, sourceId: about.source_id };
    const live = await this.generations.live();
    const meant = live.filter(({ number }) => about.generation === undefined || number === about.generation);
    const priority = about.generation === undefined ? PRIORITY[about.kind] : PRIORITY.filling;
    for (const generation of meant) await this.index(source, generation, priority);
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
    await this.store.put(projectId, engine, written, attempt.attemptId, passagesOf(content.sections), null);
    const counts = await this.attempts.worded(attempt, content, priority);
    if (counts && attempt.followsAnother)
      await this.store.dropBefore(projectId, engine, sourceId, attempt.attemptId);
  }
}
