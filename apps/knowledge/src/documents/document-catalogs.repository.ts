import { Injectable } from '@nestjs/common';
import { Database, later, statement } from '@pks/platform';

const TAKE = statement<{ first: number; at: string }>(
  'document_catalogs_take',
  `INSERT INTO document_catalogs AS known (project_id, next_number, newest_at, count)
   VALUES ($1, $2::integer + 1, $3, $2)
   ON CONFLICT (project_id) DO UPDATE
     SET next_number = known.next_number + $2, count = known.count + $2,
         newest_at = greatest($3, ${later('known.newest_at', `interval '1 millisecond'`)})
   RETURNING next_number - $2 AS first, newest_at AS at`,
);
const LOCK = statement<object>(
  'document_catalogs_lock',
  'SELECT FROM document_catalogs WHERE project_id = $1 FOR UPDATE',
);
const LEAVE = statement<object>(
  'document_catalogs_leave',
  'UPDATE document_catalogs SET count = count - $2 WHERE project_id = $1',
);
const ADD_TYPES = statement<object>(
  'document_type_counts_add',
  `INSERT INTO document_type_counts AS known (project_id, content_type, count)
   SELECT $1, content_type, count(*) FROM unnest($2::text[]) come (content_type) GROUP BY content_type
   ON CONFLICT (project_id, content_type) DO UPDATE SET count = known.count + excluded.count`,
);
const LEAVE_TYPES = statement<object>(
  'document_type_counts_leave',
  `WITH gone AS (
     SELECT content_type, count(*) AS less FROM unnest($2::text[]) gone (content_type) GROUP BY content_type),
   dropped AS (
     DELETE FROM document_type_counts t USING gone
      WHERE t.project_id = $1 AND t.content_type = gone.content_type AND t.count = gone.less)
   UPDATE document_type_counts t SET count = t.count - gone.less FROM gone
    WHERE t.project_id = $1 AND t.content_type = gone.content_type AND t.count > gone.less`,
);

/** Numbers that are reserved for new documents in a project, and the time of their creation. */
export interface Places {
  /** The number of the first document; the others have the following numbers. */
  readonly first: number;
  /** Later than the creation of all earlier documents. */
  readonly at: Date;
}

/** Stores how many documents a project has, so that no list has to count them. */
@Injectable()
export class DocumentCatalogsRepository {
  constructor(private readonly database: Database) {}

  /** Reserves numbers for documents of these types. Other transactions that add or delete documents wait. */
  async take(projectId: string, contentTypes: readonly string[], now: Date): Promise<Places> {
    const [places] = await this.database.rows(TAKE, [projectId, contentTypes.length, now]);
    if (!places) throw new Error('A catalog returned no numbers.');
    await this.database.rows(ADD_TYPES, [projectId, contentTypes]);
    return { first: places.first, at: new Date(places.at) };
  }

  /** Locks the catalog: other transactions that add, delete or label documents wait. To be called before any document is locked. */
  async lock(projectId: string): Promise<void> {
    await this.database.rows(LOCK, [projectId]);
  }

  /** Subtracts documents of these types from the counts of their catalog, which is locked. */
  async leave(projectId: string, contentTypes: readonly string[]): Promise<void> {
    await this.database.rows(LEAVE, [projectId, contentTypes.length]);
    await this.database.rows(LEAVE_TYPES, [projectId, contentTypes]);
  }
}
