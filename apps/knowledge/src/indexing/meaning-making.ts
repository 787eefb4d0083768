import { type Job, type Worker, Works } from '@pks/platform';
import { Embedder } from '../search/embedder.ts';
import { type Passage, wordingOf } from '../search/passage.ts';
import { PassageStore } from '../search/passage-store.ts';
import { passagesOf } from '../search/passages.ts';
import { Attempts } from './attempts.ts';
import { GenerationsRepository } from './generations.repository.ts';
import { makeMeaning, type MeaningToMake } from './index-jobs.ts';
import type { Attempt } from './indexed-sources.repository.ts';
import { engineGeneration, isOf, type SearchGeneration } from './search-generation.entity.ts';
import { type SourceContent, SourceContents } from './source-contents.ts';

/** A job makes meaning for about so long, and leaves the rest to the next: what is more urgent comes in between. Milliseconds. */
const TURN_MS = 5_000;
/** Passages that are embedded between two looks at the time, and whether anybody still wants them. */
const AT_A_TIME = 16;

/** Makes passages findable by their meaning too. */
@Works(makeMeaning)
export class MeaningMaking implements Worker<typeof makeMeaning> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly contents: SourceContents,
    private readonly store: PassageStore,
    private readonly embedder: Embedder,
    private readonly attempts: Attempts,
  ) {}

  async work({ about }: Job<typeof makeMeaning>): Promise<void> {
    const attempt = attemptOf(about);
    const generation = await this.generationOf(attempt);
    const state = generation && (await this.contents.state(attempt));
    if (!state || !(await this.attempts.stands(attempt, state))) return;
    const content = await this.contents.of(attempt);
    if (!content) return;
    const next = await this.turn(attempt, generation, content, about.from);
    if (next === null) await this.attempts.ended(attempt, content);
    else await this.attempts.meant(attempt, next, about.priority);
  }

  /** One of another model than this process has is filled by others, or given up. */
  private async generationOf({ generation }: Attempt): Promise<SearchGeneration | undefined> {
    const live = await this.generations.live();
    return live.find((one) => one.number === generation && isOf(one, this.embedder));
  }

  /** The position to go on from, or null when all is made. */
  private async turn(
    attempt: Attempt,
    generation: SearchGeneration,
    content: SourceContent,
    from: number,
  ): Promise<number | null> {
    const until = performance.now() + TURN_MS;
    const passages = passagesOf(content.sections);
    const vectors: Float32Array[] = [];
    let next = from;
    while (next < passages.length && performance.now() < until) {
      if (!(await this.attempts.stands(attempt, content))) break;
      const some = await this.embed(content.name, passages.slice(next, next + AT_A_TIME));
      if (some === null) return null;
      vectors.push(...some);
      next += some.length;
    }
    await this.store.put(
      attempt.projectId,
      engineGeneration(generation),
      { kind: attempt.kind, id: attempt.sourceId, name: content.name },
      attempt.attemptId,
      passages.slice(from, next),
      vectors,
    );
    return next < passages.length ? next : null;
  }

  private embed(name: string, passages: readonly Passage[]): Promise<Float32Array[] | null> {
    return this.embedder.embed(passages.map((passage) => wordingOf(name, passage)));
  }
}

function attemptOf({ project_id, kind, source_id, generation, attempt_id }: MeaningToMake): Attempt {
  return { projectId: project_id, kind, sourceId: source_id, generation, attemptId: attempt_id };
}
