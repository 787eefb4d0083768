import { Database, Jobs, type Job, type Worker, Works } from '@pks/platform';
import { copyInterview } from '../interview-summaries/copying-interviews.ts';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { fillGeneration, type GenerationToFill, PRIORITY } from '../search-index/index-jobs.ts';
import { Indexing } from '../search-index/indexing.ts';
import { Interviews } from '../sources/interviews.ts';
import { Knowledge } from '../sources/knowledge.ts';
import { keyOf, nextOf } from './filling-passes.ts';
import { GenerationBuilding } from './generation-building.ts';
import { LackingSourcesRepository, type SourceOfProject } from './lacking-sources.repository.ts';

/** The number of sources per job. */
const SOURCES_PER_JOB = 1_000;

/** The sources that a job compares, and those of them that the generation lacks. */
interface Compared {
  readonly sources: readonly SourceOfProject[];
  readonly lacking: readonly SourceOfProject[];
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
    private readonly indexing: Indexing,
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

  private async compare({
    generation,
    kind,
    after_project,
    after_source,
  }: GenerationToFill): Promise<Compared> {
    if (kind === 'interview') {
      const sources = await this.interviewsAfter(after_project, after_source);
      return { sources, lacking: await this.lacking.ofInterviews(generation, sources) };
    }
    const sources = await this.knowledge.after({ kind, after_project, after_source, limit: SOURCES_PER_JOB });
    return { sources, lacking: await this.lacking.of(generation, sources) };
  }

  /** The next interviews that are completed, or copied here: if the event of a deletion was lost, nothing else deletes the copy. */
  private async interviewsAfter(after_project: string, after_interview: string): Promise<SourceOfProject[]> {
    const place = { project_id: after_project, source_id: after_interview };
    const limit = SOURCES_PER_JOB;
    const completed = await this.interviews.after({ after_project, after_interview, limit });
    const copied = await this.lacking.copied(place, limit);
    const all = [
      ...completed.map(({ project_id, interview_id }) => ({ project_id, source_id: interview_id })),
      ...copied,
    ];
    const once = new Map(all.map((source) => [`${source.project_id} ${source.source_id}`, source]));
    return [...once]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .slice(0, limit)
      .map(([, source]) => source);
  }

  /** Adds the jobs. All interviews are copied again before they are indexed, because their events may have been lost, too. */
  private async order({ generation, kind }: GenerationToFill, { sources, lacking }: Compared): Promise<void> {
    await this.lacking.expect(generation, kind, lacking);
    if (kind === 'interview')
      await this.jobs.addAll(
        copyInterview,
        sources.map(({ project_id, source_id: interview_id }) => ({
          payload: { project_id, interview_id, generation },
          key: `${generation} ${interview_id}`,
          priority: PRIORITY.filling,
        })),
      );
    else
      await this.indexing.fill(
        lacking.map(({ project_id: projectId, source_id: sourceId }) => ({ projectId, kind, sourceId })),
        generation,
      );
  }
}
