import { Injectable } from '@nestjs/common';
import { Database, type Statement, acrossProjects, statement } from '@pks/platform';
import { NIL } from 'uuid';

/** A document or room that should have been deleted more than a day ago. */
export interface LeftFile {
  readonly project_id: string;
  readonly document_id: string;
  /** The number of whole weeks since then. */
  readonly weeks: number;
}

/** At most this many are found at a time. */
const MOST = 10_000;

/** The place before every row. */
const FIRST: Pick<LeftFile, 'project_id' | 'document_id'> = { project_id: NIL, document_id: NIL };

/** The rows of all projects, after a place, whose bytes should have been deleted since a time that is more than a day ago. */
const left = (rows: string, since: string): string =>
  `SELECT project_id, id AS document_id, floor(extract(epoch FROM $1::timestamptz - ${since}) / 604800)::integer AS weeks
     FROM ${rows} AND ${since} < $1::timestamptz - interval '1 day' AND (project_id, id) > ($2::uuid, $3::uuid)
    ORDER BY project_id, id LIMIT $4`;

const DOCUMENTS = statement<LeftFile>(
  'documents_left',
  left(`documents WHERE status = 'deleting'`, 'updated_at'),
);

/** A room is given up an hour after its upload began. */
const ROOMS = statement<LeftFile>('document_rooms_left', left('document_rooms WHERE true', 'created_at'));

/** Finds what is left of deleted documents and of uploads that were not completed, in all projects. */
@Injectable()
export class LeftFilesRepository {
  constructor(private readonly database: Database) {}

  documents(now: Date): AsyncGenerator<readonly LeftFile[]> {
    return this.pages(DOCUMENTS, now, MOST);
  }

  rooms(now: Date, most = MOST): AsyncGenerator<readonly LeftFile[]> {
    return this.pages(ROOMS, now, most);
  }

  private async *pages(
    found: Statement<LeftFile>,
    now: Date,
    most: number,
  ): AsyncGenerator<readonly LeftFile[]> {
    let page: readonly LeftFile[];
    let last = FIRST;
    do {
      const values = [now, last.project_id, last.document_id, most];
      page = await acrossProjects(() => this.database.rows(found, values));
      last = page.at(-1) ?? last;
      yield page;
    } while (page.length === most);
  }
}
