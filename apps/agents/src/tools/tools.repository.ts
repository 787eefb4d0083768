import { Injectable } from '@nestjs/common';
import type { ListTools, Page, Tool as ToolView } from '@pks/contracts';
import { Database, acrossProjects, pageOf, pageStatement, statement } from '@pks/platform';
import { Tool } from './tool.entity.ts';

const LIST = pageStatement<ToolView>('tools_list', {
  results: `SELECT id, name, description, tool_type, retrieval_mode,
                   CASE owner_project_id WHEN project_id THEN 'local' ELSE 'imported' END AS category,
                   owner_project_id, owner_project_name, owner_project_id <> project_id AS readonly,
                   created_at, updated_at
              FROM tools WHERE project_id = :project_id AND (:tool_type::text IS NULL OR tool_type = :tool_type)`,
  order: 'created_at, id',
  indexed: true,
});

const OWNER = statement<{ project_id: string }, { id: string }>(
  'tools_owner',
  'SELECT project_id FROM tools WHERE id = :id AND owner_project_id = project_id',
);

/** Searches all projects, because the owner's row of a tool may be gone already. */
const OWNED = statement<{ id: string }, { ownerProjectId: string }>(
  'tools_owned',
  'SELECT DISTINCT id FROM tools WHERE owner_project_id = :ownerProjectId ORDER BY id',
);

const FOLLOW = statement<{ project_id: string }>(
  'tools_follow',
  `UPDATE tools SET name = :name, description = :description, retrieval_mode = :retrievalMode,
          configuration = :configuration, owner_project_name = :ownerProjectName, updated_at = :updatedAt
    WHERE id = :id AND owner_project_id = :ownerProjectId AND project_id <> :ownerProjectId
RETURNING project_id`,
);

const HOLDERS = statement<{ project_id: string }, { id: string }>(
  'tools_holders',
  'SELECT project_id FROM tools WHERE id = :id ORDER BY owner_project_id <> project_id, project_id',
);

/** Locks in one project: in distributed tables, no statement can lock rows of several projects. */
const LOCK_HELD = statement<{ id: string }, { readonly project_id: string; readonly id: string }>(
  'tools_lock_held',
  'SELECT id FROM tools WHERE project_id = :project_id AND id = :id FOR UPDATE',
);

const LOCK_CATALOG = statement<{ project_id: string }, { readonly project_id: string }>(
  'tools_lock_catalog',
  'SELECT project_id FROM tool_catalogs WHERE project_id = :project_id FOR NO KEY UPDATE',
);

/** Also counts one tool less in the catalogs. */
const REMOVE = statement<{ project_id: string }>(
  'tools_remove',
  `WITH dropped AS (DELETE FROM tools WHERE id = :id RETURNING project_id)
   UPDATE tool_catalogs c SET tool_count = tool_count - 1
     FROM dropped WHERE c.project_id = dropped.project_id RETURNING c.project_id`,
);

/** Reads and writes tools. */
@Injectable()
export class ToolsRepository {
  constructor(private readonly database: Database) {}

  /** The tools of a project, oldest first; its default tools are in the order of their types. */
  async list({ project_id, tool_type, limit, offset }: ListTools): Promise<Page<ToolView>> {
    const values = { project_id, tool_type: tool_type ?? null, limit, offset };
    return pageOf(await this.database.rows(LIST, values));
  }

  /** The tool as it is now; null when there is none. */
  find(projectId: string, id: string): Promise<Tool | null> {
    return this.database.find(Tool, { projectId, id });
  }

  /** The oldest tools of a project, oldest first and at most `most`. */
  all(projectId: string, most: number): Promise<Tool[]> {
    return this.database.transaction(() =>
      this.database.manager.find(Tool, {
        where: { projectId },
        order: { createdAt: 'ASC', id: 'ASC' },
        take: most,
      }),
    );
  }

  /** The tool, locked until the end of the transaction; null when there is none. */
  lock(projectId: string, id: string): Promise<Tool | null> {
    return this.database.lock(Tool, { projectId, id }, 'for_no_key_update');
  }

  /** The tool, which nobody can change or delete until the end of the transaction; null when there is none. */
  share(projectId: string, id: string): Promise<Tool | null> {
    return this.database.lock(Tool, { projectId, id }, 'pessimistic_read');
  }

  /** The project that owns a tool; undefined when no project has such a tool. */
  async ownerOf(id: string): Promise<string | undefined> {
    const [owner] = await acrossProjects(() => this.database.rows(OWNER, { id }));
    return owner?.project_id;
  }

  /** The ids of the tools that a project owns, including tools that remain only in projects that imported them. */
  async ownedBy(ownerProjectId: string): Promise<string[]> {
    const owned = await acrossProjects(() => this.database.rows(OWNED, { ownerProjectId }));
    return owned.map(({ id }) => id);
  }

  async insert(...tools: readonly Tool[]): Promise<void> {
    await this.database.manager.insert(Tool, [...tools]);
  }

  /** Writes a locked tool, and all imports of it. */
  async store(tool: Tool): Promise<void> {
    await this.database.manager.save(tool);
    const { id, name, description, retrievalMode, ownerProjectId, ownerProjectName, updatedAt } = tool;
    const configuration = JSON.stringify(tool.configuration);
    const values = { id, name, description, retrievalMode, configuration, ownerProjectId, ownerProjectName };
    await acrossProjects(() => this.database.rows(FOLLOW, { ...values, updatedAt }));
  }

  /** Deletes a tool, and all imports of it. */
  async remove({ id }: Pick<Tool, 'id'>): Promise<void> {
    // Locks tools before catalogs, as importing and renaming do, and the owner's row before those of its imports.
    const holders = await this.holdersOf(id);
    await together(holders, (project_id) => this.database.rows(LOCK_HELD, { project_id, id }));
    // Locks catalogs in the same order for every tool, including those of projects that imported it meanwhile.
    const [...catalogs] = await this.holdersOf(id);
    await together(catalogs.sort(), (project_id) => this.database.rows(LOCK_CATALOG, { project_id }));
    await acrossProjects(() => this.database.rows(REMOVE, { id }));
  }

  /** The projects that have a tool, its owner first. */
  private async holdersOf(id: string): Promise<readonly string[]> {
    const holders = await acrossProjects(() => this.database.rows(HOLDERS, { id }));
    return holders.map(({ project_id }) => project_id);
  }
}

/** Sends a statement for each project without waiting for the one before; they run in this order. */
async function together(
  projectIds: readonly string[],
  send: (projectId: string) => Promise<unknown>,
): Promise<void> {
  await acrossProjects(() => Promise.all(projectIds.map(send)));
}
