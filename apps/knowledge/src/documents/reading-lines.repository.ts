import { Injectable } from '@nestjs/common';
import { Database, acrossProjects, statement } from '@pks/platform';

/** Finds an admitted document of the project that is being read, or will be. */
const BUSY = `
  SELECT 1 FROM documents
   WHERE project_id = $1 AND reading_turn = 'admitted' AND status = 'active'
     AND indexing_status IN ('created', 'indexing') AND read_at IS NULL`;

/** For each 100 KiB of its size, a file lets one later document pass: none waits for ever. */
const ADMIT = statement<{ id: string }>(
  'documents_admit',
  `UPDATE documents SET reading_turn = 'admitted'
    WHERE project_id = $1 AND NOT EXISTS (${BUSY}) AND id = (
      SELECT id FROM documents WHERE project_id = $1 AND reading_turn = 'waiting' AND status = 'active'
       ORDER BY number::bigint + file_size / 102400, number LIMIT 1)
   RETURNING id`,
);
/** Reads all projects. */
const PROJECTS = statement<{ project_id: string }>(
  'documents_reading_projects',
  `SELECT DISTINCT project_id FROM documents
    WHERE reading_turn = 'waiting' AND status = 'active' ORDER BY project_id`,
);

/** Reads all projects, too; if there are too many documents, others each time. */
const ADMITTED = statement<AdmittedDocument>(
  'documents_admitted',
  `SELECT project_id, id AS document_id FROM documents
    WHERE reading_turn <> 'waiting' AND status = 'active'
      AND indexing_status IN ('created', 'indexing') AND read_at IS NULL
    ORDER BY random() LIMIT 10000`,
);

/** A document that was admitted, or had its turn before. */
export interface AdmittedDocument {
  readonly project_id: string;
  readonly document_id: string;
}

/** Stores which documents wait to be read. */
@Injectable()
export class ReadingLinesRepository {
  constructor(private readonly database: Database) {}

  /** Admits the next document of a project whose catalog is locked; undefined if none waits, or if an admitted one is not read yet. */
  async admit(projectId: string): Promise<string | undefined> {
    return (await this.database.rows(ADMIT, [projectId]))[0]?.id;
  }

  /**
   * Documents of all projects that were admitted, or had their turn, and are not read yet, such as those whose reading was interrupted:
   * 10,000 at most, chosen at random.
   */
  admitted(): Promise<AdmittedDocument[]> {
    return acrossProjects(() => this.database.rows(ADMITTED, []));
  }

  /** The projects in which documents wait. */
  async projects(): Promise<string[]> {
    const rows = await acrossProjects(() => this.database.rows(PROJECTS, []));
    return rows.map(({ project_id }) => project_id);
  }
}
