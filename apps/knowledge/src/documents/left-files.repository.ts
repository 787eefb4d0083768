import { Injectable } from '@nestjs/common';
import { Database, acrossProjects, statement } from '@pks/platform';

/** What was to be deleted more than a day ago. */
export interface LeftFile {
  readonly project_id: string;
  readonly document_id: string;
  /** The number of whole weeks since then. */
  readonly weeks: number;
}

/** At most this many documents, and as many rooms, are found at a time: the oldest. */
const MOST = 10_000;

/** The rows, of all projects, whose bytes should have been deleted since a time that is more than a day ago. */
const left = (rows: string, since: string): string =>
  `SELECT project_id, id AS document_id, floor(extract(epoch FROM $1::timestamptz - ${since}) / 604800)::integer AS weeks
     FROM ${rows} AND ${since} < $1::timestamptz - interval '1 day'
    ORDER BY ${since}, id LIMIT ${MOST}`;

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

  documents(now: Date): Promise<LeftFile[]> {
    return acrossProjects(() => this.database.rows(DOCUMENTS, [now]));
  }

  rooms(now: Date): Promise<LeftFile[]> {
    return acrossProjects(() => this.database.rows(ROOMS, [now]));
  }
}
