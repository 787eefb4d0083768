import { Integer, Uuid } from './kit/fields.ts';

/** A request with no fields. */
export class Empty {}

/** A request about something in a project; the project is always the one in the path. */
export class InProject {
  @Uuid({ description: 'The id of the project.' })
  readonly project_id!: string;
}

/** A page of a list: `limit` results after skipping `offset` (decisions 1). */
export class Paged {
  @Integer({
    min: 1,
    max: 1000,
    default: 100,
    in: 'query',
    description: 'The maximum number of results on a page.',
  })
  readonly limit!: number;

  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    default: 0,
    in: 'query',
    description: 'The number of results to skip.',
  })
  readonly offset!: number;
}

/** A page of something in a project. */
export class ProjectPage extends Paged {
  @Uuid({ description: 'The id of the project.' })
  readonly project_id!: string;
}
