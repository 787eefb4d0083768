import { Integer, OneOf, SOURCE_KINDS, type SourceKind, Uuid } from '@pks/contracts';
import { job, type NewJob } from '@pks/platform';

/** A document, an artifact or an interview that was created, changed or deleted, or that a generation lacks. */
export class SourceToIndex {
  @Uuid()
  readonly project_id!: string;

  @OneOf(SOURCE_KINDS)
  readonly kind!: SourceKind;

  @Uuid()
  readonly source_id!: string;

  /** The only generation in which to index it; without it, all live ones. */
  @Integer({ min: 1, optional: true })
  readonly generation?: number;
}

/** The passages of an attempt, from a position on, that are to be embedded. */
export class MeaningToMake {
  @Uuid()
  readonly project_id!: string;

  @OneOf(SOURCE_KINDS)
  readonly kind!: SourceKind;

  @Uuid()
  readonly source_id!: string;

  @Integer({ min: 1 })
  readonly generation!: number;

  @Uuid()
  readonly attempt_id!: string;

  @Integer({ min: 0 })
  readonly from!: number;

  @Integer({ min: 0 })
  readonly priority!: number;
}

/** A generation that is to be filled, from a place in the order of the sources of a kind on. */
export class GenerationToFill {
  @Integer({ min: 1 })
  readonly generation!: number;

  /** Distinguishes passes over all sources. */
  @Integer({ min: 0 })
  readonly pass!: number;

  @OneOf(SOURCE_KINDS)
  readonly kind!: SourceKind;

  @Uuid()
  readonly after_project!: string;

  @Uuid()
  readonly after_source!: string;
}

/** A generation that is to be dropped. */
export class GenerationToDrop {
  @Integer({ min: 1 })
  readonly generation!: number;
}

/** The passages of a project in a generation that are to be tidied up or erased. */
export class PassagesToTidy {
  @Uuid()
  readonly project_id!: string;

  @Integer({ min: 1 })
  readonly generation!: number;
}

export const indexSource = job('index-source', SourceToIndex);
export const makeMeaning = job('make-meaning', MeaningToMake);
export const fillGeneration = job('fill-generation', GenerationToFill);
export const dropGeneration = job('drop-generation', GenerationToDrop);
export const tidyPassages = job('tidy-passages', PassagesToTidy);
export const erasePassages = job('erase-passages', PassagesToTidy);

/** The priorities of waiting jobs: sources that users just changed come before the filling of a generation. */
export const PRIORITY = { artifact: 2, document: 1, interview: 1, filling: 0 } as const;

/** All writes within this time are tidied together. Milliseconds. */
const TIDIED_EVERY_MS = 60_000;
/** The delay after which writes that were under way are complete. Milliseconds. */
const TIDIED_AFTER_MS = 30_000;

/** All deletions within this time are erased together, because that rewrites up to all passages of the project. Milliseconds. */
const ERASED_EVERY_MS = 24 * 60 * 60_000;

/** The job that tidies up the writes of the current minute. */
export function tidying(project_id: string, generation: number, now: Date): NewJob<PassagesToTidy> {
  return after(endOf(TIDIED_EVERY_MS, now), project_id, generation);
}

/** The job that tidies up more than a minute after the current writes: by then, nothing reads the old files. */
export function tidyingAgain(project_id: string, generation: number, now: Date): NewJob<PassagesToTidy> {
  return tidying(project_id, generation, new Date(now.getTime() + TIDIED_EVERY_MS));
}

/** The job that erases the deletions of the current day. Days begin at different times for different projects, so that their jobs do, too. */
export function erasing(project_id: string, generation: number, now: Date): NewJob<PassagesToTidy> {
  const begin = Math.floor((Number.parseInt(project_id.slice(-6), 16) / 2 ** 24) * ERASED_EVERY_MS);
  return after(endOf(ERASED_EVERY_MS, now, begin), project_id, generation);
}

/** The end of the period that contains a time. */
function endOf(period: number, now: Date, begin = 0): number {
  return (Math.floor((now.getTime() - begin) / period) + 1) * period + begin;
}

function after(end: number, project_id: string, generation: number): NewJob<PassagesToTidy> {
  return {
    payload: { project_id, generation },
    key: `${project_id} ${generation} ${end}`,
    startAfter: new Date(end + TIDIED_AFTER_MS),
  };
}
