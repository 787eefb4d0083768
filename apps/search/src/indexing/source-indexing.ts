import { type BatchWorker, type Job, WorksTogether, assertTimeLeft } from '@pks/platform';
import type { WrittenWords } from '../search/passage-rows.ts';
import { PassageStore } from '../search/passage-store.ts';
import { passagesOf } from '../search/passages.ts';
import { byProject } from '../search-index/by-project.ts';
import { DeletedPassages } from '../search-index/deleted-passages.ts';
import { indexSource, PRIORITY, type SourceToIndex } from '../search-index/index-jobs.ts';
import type { Attempt, BegunAttempt } from '../search-index/indexed-sources.repository.ts';
import { PresentGenerations } from '../search-index/present-generations.ts';
import {
  engineGeneration,
  hasVectors,
  type SearchGeneration,
} from '../search-index/search-generation.entity.ts';
import { Attempts, type Queued } from './attempts.ts';
import { type Content, SourceContents } from './source-contents.ts';

/** Indexes documents, artifacts and interviews by their words, all that wait at once; with a model, other jobs embed them afterwards. */
@WorksTogether(indexSource)
export class SourceIndexing implements BatchWorker<typeof indexSource> {
  constructor(
    private readonly generations: PresentGenerations,
    private readonly contents: SourceContents,
    private readonly store: PassageStore,
    private readonly attempts: Attempts,
    private readonly deleted: DeletedPassages,
  ) {}

  /** A job indexes the content that exists when it begins, so one job covers any number of earlier changes. */
  sameAs({ source_id, generation = 0 }: SourceToIndex): string {
    return `${source_id} ${generation}`;
  }

  async work(jobs: readonly Job<typeof indexSource>[]): Promise<void> {
    const signal = AbortSignal.any(jobs.map((job) => job.signal));
    const payloads = jobs.map(({ payload }) => payload);
    const projects = payloads.map(({ project_id }) => project_id);
    await this.deleted.noneLeftBy(projects, async () => {
      for (const generation of await this.generations.live())
        await this.index(queuedIn(payloads, generation.number), generation, signal);
    });
  }

  /**
   * Attempts begin before any content is read, so a later attempt reads content that is at least as new. Sources without content get
   * attempts, too: another attempt may find some meanwhile.
   */
  private async index(
    sources: readonly Queued[],
    generation: SearchGeneration,
    signal: AbortSignal,
  ): Promise<void> {
    const states = await this.contents.states(sources);
    const attempts = await this.attempts.begin(states, generation.number);
    for await (const { contents, missing } of this.contents.of(attempts)) {
      assertTimeLeft(signal);
      await this.erase(missing, generation);
      await this.write(contents, generation);
    }
  }

  /** Ends the attempts in PostgreSQL first: the engine takes longer, and a source may begin to be indexed again meanwhile. */
  private async erase(missing: readonly BegunAttempt[], generation: SearchGeneration): Promise<void> {
    if (missing.length === 0) return;
    await this.dropBefore(await this.attempts.end(missing, generation.number), generation);
  }

  /** Deletes the passages that earlier attempts wrote of the same sources. */
  private async dropBefore(attempts: readonly Attempt[], generation: SearchGeneration): Promise<void> {
    for (const [projectId, some] of byProject(attempts, (attempt) => attempt.projectId)) {
      const current = some.map(({ sourceId, attemptId }) => ({
        source_id: sourceId,
        indexing_id: attemptId,
      }));
      await this.store.dropBefore(projectId, engineGeneration(generation), current);
    }
  }

  private async write(
    contents: readonly Content<Queued & BegunAttempt>[],
    generation: SearchGeneration,
  ): Promise<void> {
    if (contents.length === 0) return;
    const engine = engineGeneration(generation);
    for (const [projectId, some] of byProject(contents, ({ source }) => source.projectId))
      await this.store.putWords(projectId, engine, await Promise.all(some.map(writtenOf)));
    const counting = await this.attempts.recordWords(contents, generation.number, hasVectors(generation));
    const following = counting.filter(({ followsAnother }) => followsAnother);
    await this.dropBefore(following, generation);
  }
}

/** The sources that some jobs index in a generation, each once. */
function queuedIn(payloads: readonly SourceToIndex[], number: number): Queued[] {
  const queued = new Map<string, Queued>();
  for (const { project_id: projectId, kind, source_id: sourceId, generation } of payloads) {
    if (generation !== undefined && generation !== number) continue;
    if (generation !== undefined && queued.has(sourceId)) continue;
    const priority = generation === undefined ? PRIORITY[kind] : PRIORITY.filling;
    queued.set(sourceId, { projectId, kind, sourceId, priority });
  }
  return [...queued.values()];
}

async function writtenOf({ source, state }: Content<BegunAttempt>): Promise<WrittenWords> {
  const { kind, sourceId: id, attemptId: indexingId } = source;
  const passages = await passagesOf(state.sections);
  return { source: { kind, id, name: state.name }, indexingId, passages };
}
