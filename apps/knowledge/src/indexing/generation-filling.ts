import { SOURCE_KINDS } from '@pks/contracts';
import { Database, Jobs, type Job, type Worker, Works } from '@pks/platform';
import { GenerationsRepository } from './generations.repository.ts';
import { fillGeneration, type GenerationToFill, indexSource, PRIORITY } from './index-jobs.ts';
import {
  FIRST_PLACE,
  LackingSourcesRepository,
  type Looked,
  type Place,
} from './lacking-sources.repository.ts';

/** Sources that are compared at a time. */
const LOOKED_AT = 1_000;

/** Has a generation that is being built filled with what it lacks, while changes come to it as to the one that is searched. */
@Works(fillGeneration)
export class GenerationFilling implements Worker<typeof fillGeneration> {
  constructor(
    private readonly generations: GenerationsRepository,
    private readonly lacking: LackingSourcesRepository,
    private readonly database: Database,
    private readonly jobs: Jobs,
  ) {}

  async work({ about }: Job<typeof fillGeneration>): Promise<void> {
    const live = await this.generations.live();
    if (!live.some(({ number }) => number === about.generation)) return;
    const place = { project_id: about.after_project, source_id: about.after_source };
    const looked = await this.lacking.after(about.generation, about.kind, place, LOOKED_AT);
    const next = nextOf(about, looked.at(-1));
    await this.database.transaction(async () => {
      await this.order(about, looked);
      if (next) await this.jobs.add(fillGeneration, next, { key: keyOf(next) });
    });
  }

  private async order({ generation, kind }: GenerationToFill, looked: readonly Looked[]): Promise<void> {
    const lacking = looked.filter(({ is_lacking }) => is_lacking);
    const ordered = lacking.map(({ project_id, source_id }) => ({
      about: { project_id, kind, source_id, generation },
      key: `${generation} ${source_id}`,
      priority: PRIORITY.filling,
    }));
    await this.jobs.addAll(indexSource, ordered);
  }
}

/** Where the filling of a generation begins. */
export function fillingOf(generation: number): GenerationToFill {
  return from(generation, SOURCE_KINDS[0], FIRST_PLACE);
}

/** The same for the same place: whoever does a piece of the work again goes on with the same job. */
export function keyOf({ generation, kind, after_project, after_source }: GenerationToFill): string {
  return [generation, kind, after_project, after_source].join(' ');
}

/** After the last one of a kind comes the next kind, after all of them nothing. */
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
