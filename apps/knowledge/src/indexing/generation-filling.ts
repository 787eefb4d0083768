import { SOURCE_KINDS } from '@pks/contracts';
import { Database, Jobs, type Job, type Worker, Works } from '@pks/platform';
import { GenerationsRepository } from '../search-index/generations.repository.ts';
import { fillGeneration, type GenerationToFill, indexSource, PRIORITY } from '../search-index/index-jobs.ts';
import {
  FIRST_PLACE,
  LackingSourcesRepository,
  type ComparedSource,
  type Place,
} from './lacking-sources.repository.ts';

/** The number of sources per job. */
const SOURCES_PER_JOB = 1_000;

/** Adds jobs for the sources that a generation under construction lacks. Later changes reach it as they reach the current one. */
@Works(fillGeneration)
export class GenerationFilling implements Worker<typeof fillGeneration> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly lacking: LackingSourcesRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async work({ payload }: Job<typeof fillGeneration>): Promise<void> {
    const live = await this.generations.live();
    if (!live.some(({ number }) => number === payload.generation)) return;
    const place = { project_id: payload.after_project, source_id: payload.after_source };
    const compared = await this.lacking.after(payload.generation, payload.kind, place, SOURCES_PER_JOB);
    const next = nextOf(payload, compared.at(-1));
    await this.database.transaction(async () => {
      await this.order(payload, compared);
      if (next) await this.jobs.add(fillGeneration, next, { key: keyOf(next) });
    });
  }

  private async order(
    { generation, kind }: GenerationToFill,
    compared: readonly ComparedSource[],
  ): Promise<void> {
    const lacking = compared.filter(({ is_lacking }) => is_lacking);
    const ordered = lacking.map(({ project_id, source_id }) => ({
      payload: { project_id, kind, source_id, generation },
      key: `${generation} ${source_id}`,
      priority: PRIORITY.filling,
    }));
    await this.jobs.addAll(indexSource, ordered);
  }
}

/** The first job for the filling of a generation. */
export function fillingOf(generation: number): GenerationToFill {
  return from(generation, SOURCE_KINDS[0], FIRST_PLACE);
}

/** The key of a job: a repeated job adds the same next one. */
export function keyOf({ generation, kind, after_project, after_source }: GenerationToFill): string {
  return [generation, kind, after_project, after_source].join(' ');
}

/** The job for the next place: after all sources of a kind comes the next kind. Undefined at the end. */
function nextOf(
  { generation, kind }: GenerationToFill,
  last: Place | undefined,
): GenerationToFill | undefined {
  if (last) return from(generation, kind, last);
  const nextKind = SOURCE_KINDS[SOURCE_KINDS.indexOf(kind) + 1];
  return nextKind && from(generation, nextKind, FIRST_PLACE);
}

function from(generation: number, kind: GenerationToFill['kind'], place: Place): GenerationToFill {
  return { generation, kind, after_project: place.project_id, after_source: place.source_id };
}
