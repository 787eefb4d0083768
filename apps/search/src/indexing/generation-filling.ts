import type { SourceKind } from '@pks/contracts';
import { Database, Jobs, type Job, type NewJob, type Worker, Works } from '@pks/platform';
import { copyInterview } from '../interview-summaries/copying-interviews.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import {
  fillGeneration,
  type GenerationToFill,
  indexSource,
  PRIORITY,
  type SourceToIndex,
} from '../search-index/index-jobs.ts';
import { Interviews } from '../sources/interviews.ts';
import { Knowledge } from '../sources/knowledge.ts';
import { keyOf, nextOf } from './filling-passes.ts';
import { GenerationBuilding } from './generation-building.ts';
import { LackingSourcesRepository, type SourceOfProject } from './lacking-sources.repository.ts';

/** The number of sources per job. */
const SOURCES_PER_JOB = 1_000;

/** What a job does: the sources that it looks at, and those of them that a generation lacks. */
interface Compared {
  readonly sources: readonly SourceOfProject[];
  readonly lacking: readonly SourceOfProject[];
  /** Interviews among them whose summaries are not here. */
  readonly unknown: readonly SourceOfProject[];
}

/** Adds jobs for the sources that a generation under construction lacks. Later changes reach it as they reach the current one. */
@Works(fillGeneration)
export class GenerationFilling implements Worker<typeof fillGeneration> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly building: GenerationBuilding,
    private readonly lacking: LackingSourcesRepository,
    private readonly knowledge: Knowledge,
    private readonly interviews: Interviews,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async work({ payload }: Job<typeof fillGeneration>): Promise<void> {
    const live = await this.generations.live();
    if (!live.some(({ number, isFilled }) => number === payload.generation && !isFilled)) return;
    const compared = await this.compare(payload);
    const next = nextOf(payload, compared.sources.at(-1));
    await this.database.transaction(async () => {
      await this.order(payload, compared);
      if (next) await this.jobs.add(fillGeneration, next, { key: keyOf(next) });
      else await this.generations.fill(payload.generation);
    });
    if (!next) await this.building.promote(payload.generation);
  }

  private async compare({ generation, kind, ...place }: GenerationToFill): Promise<Compared> {
    const { after_project, after_source } = place;
    const limit = SOURCES_PER_JOB;
    if (kind === 'interview') {
      const completed = await this.interviews.after({ after_project, after_interview: after_source, limit });
      const sources = completed.map(({ project_id, interview_id }) => ({
        project_id,
        source_id: interview_id,
      }));
      const lacking = await this.lacking.ofInterviews(generation, sources);
      return { sources, lacking, unknown: lacking.filter(({ is_copied }) => !is_copied) };
    }
    const sources = await this.knowledge.after({ kind, after_project, after_source, limit });
    return { sources, lacking: await this.lacking.of(generation, sources), unknown: [] };
  }

  private async order({ generation, kind }: GenerationToFill, { lacking, unknown }: Compared): Promise<void> {
    await this.lacking.expect(generation, kind, lacking);
    await this.jobs.addAll(
      copyInterview,
      unknown.map(({ project_id, source_id: interview_id }) => ({
        payload: { project_id, interview_id },
        key: `${generation} ${interview_id}`,
        priority: PRIORITY.filling,
      })),
    );
    const others = lacking.filter((source) => !unknown.includes(source));
    await this.jobs.addAll(
      indexSource,
      others.map((source) => jobOf(source, kind, generation)),
    );
  }
}

function jobOf(source: SourceOfProject, kind: SourceKind, generation: number): NewJob<SourceToIndex> {
  const { project_id, source_id } = source;
  return {
    payload: { project_id, kind, source_id, generation },
    key: `${generation} ${source_id}`,
    priority: PRIORITY.filling,
  };
}
