import { Injectable } from '@nestjs/common';
import { Database, acrossProjects, statement } from '@pks/platform';

/** The files that are stored for a project, or a change of their amount. */
export interface Amount {
  readonly bytes: number;
  readonly files: number;
}

const OF = statement<Amount>(
  'document_storage_of',
  'SELECT bytes, files FROM document_storage WHERE project_id = $1',
);
const LOCK = statement<Amount>(
  'document_storage_lock',
  `INSERT INTO document_storage (project_id, bytes, files) VALUES ($1, 0, 0)
   ON CONFLICT (project_id) DO UPDATE SET files = document_storage.files
   RETURNING bytes, files`,
);
const ADD = statement<object>(
  'document_storage_add',
  `UPDATE document_storage SET bytes = bytes + $2, files = files + $3 WHERE project_id = $1`,
);
const CORRECT = statement<Amount>(
  'document_storage_correct',
  `UPDATE document_storage s SET bytes = file.bytes, files = file.files
     FROM (SELECT coalesce(sum(bytes), 0) AS bytes, count(*) AS files FROM (
             SELECT file_size AS bytes FROM documents WHERE project_id = $1
              UNION ALL SELECT bytes FROM document_rooms WHERE project_id = $1) one) file
    WHERE s.project_id = $1 AND (s.bytes, s.files) <> (file.bytes, file.files)
   RETURNING old.bytes, old.files`,
);
/** Reads all projects: the only statement here that names none. */
const PROJECTS = statement<{ project_id: string }>(
  'document_storage_projects',
  `SELECT project_id FROM document_storage UNION SELECT project_id FROM document_catalogs ORDER BY project_id`,
);

/** Stores the space that the files of a project take up, so that no upload has to count it. Its row is locked after all others. */
@Injectable()
export class DocumentStorageRepository {
  constructor(private readonly database: Database) {}

  async of(projectId: string): Promise<Amount> {
    return (await this.database.rows(OF, [projectId]))[0] ?? { bytes: 0, files: 0 };
  }

  /** The stored amount, locked until the end of the transaction. */
  async lock(projectId: string): Promise<Amount> {
    const [stored] = await this.database.rows(LOCK, [projectId]);
    if (!stored) throw new Error('The storage of a project returned no row.');
    return stored;
  }

  /** Adds an amount, which may be negative. */
  async add(projectId: string, { bytes, files }: Amount): Promise<void> {
    await this.database.rows(ADD, [projectId, bytes, files]);
  }

  /** Recounts the files. Returns the amount that was stored before if it was wrong. To be called with the lock. */
  async correct(projectId: string): Promise<Amount | undefined> {
    return (await this.database.rows(CORRECT, [projectId]))[0];
  }

  async projects(): Promise<string[]> {
    const rows = await acrossProjects(() => this.database.rows(PROJECTS, []));
    return rows.map(({ project_id }) => project_id);
  }
}
