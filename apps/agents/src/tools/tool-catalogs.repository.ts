import { Injectable } from '@nestjs/common';
import type { ToolType } from '@pks/contracts';
import { Database, acrossProjects, statement } from '@pks/platform';
import { ToolCatalog } from './tool-catalog.entity.ts';

interface Named {
  readonly projectId: string;
  readonly name: string;
  readonly namedAt: Date;
}

const MAKE = statement<{ project_id: string }, Named>(
  'tool_catalogs_make',
  `INSERT INTO tool_catalogs (project_id, project_name, named_at, seeded_types, tool_count)
   VALUES (:projectId, :name, :namedAt, '{}', 0) ON CONFLICT DO NOTHING RETURNING project_id`,
);

const RENAME = statement<{ project_id: string }, Named>(
  'tool_catalogs_rename',
  `UPDATE tool_catalogs SET project_name = :name, named_at = :namedAt
    WHERE project_id = :projectId AND named_at < :namedAt RETURNING project_id`,
);

/** An import of one of these tools commits before the renaming, or sees the new name. */
const LOCK_OWN = statement<{ id: string }>(
  'tools_lock_own',
  `SELECT id FROM tools WHERE project_id = :projectId AND owner_project_id = :projectId
    ORDER BY id FOR NO KEY UPDATE`,
);

/** Includes the rows of projects that imported the tools. */
const RENAME_OWNER = statement<{ id: string }>(
  'tools_rename_owner',
  'UPDATE tools SET owner_project_name = :name WHERE owner_project_id = :projectId RETURNING id',
);

/** Reads and writes the catalogs of tools. */
@Injectable()
export class ToolCatalogsRepository {
  constructor(private readonly database: Database) {}

  /** The types of default tools that a project has got; undefined for a project without a catalog. */
  async seededTypes(projectId: string): Promise<readonly ToolType[] | undefined> {
    const catalog = await this.database.find(ToolCatalog, { projectId });
    return catalog?.seededTypes;
  }

  /** Creates an empty catalog unless there is one; returns whether it created it. */
  async make(projectId: string, name: string, namedAt: Date): Promise<boolean> {
    return (await this.database.rows(MAKE, { projectId, name, namedAt })).length > 0;
  }

  /** The catalog, locked until the end of the transaction. @throws Error if the project has none. */
  lock(projectId: string): Promise<ToolCatalog> {
    const lock = { mode: 'for_no_key_update' } as const;
    return this.database.manager.findOneOrFail(ToolCatalog, { where: { projectId }, lock });
  }

  /** Writes a locked catalog. */
  async store(catalog: ToolCatalog): Promise<void> {
    await this.database.manager.save(catalog);
  }

  /** Within a transaction, changes the stored name of a project, unless a later name is known. */
  async rename(projectId: string, name: string, namedAt: Date): Promise<void> {
    // Locks tools before catalogs, as removing a tool does.
    await this.database.rows(LOCK_OWN, { projectId });
    const renamed = await this.database.rows(RENAME, { projectId, name, namedAt });
    if (renamed.length === 0) return;
    await acrossProjects(() => this.database.rows(RENAME_OWNER, { projectId, name }));
  }
}
