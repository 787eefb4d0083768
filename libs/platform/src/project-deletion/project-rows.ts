import type { Database } from '../database/database.ts';

/** The most rows that a transaction deletes: those of versions have megabytes. */
const BATCH = 500;

/** A table whose rows belong to projects. */
interface ProjectTable {
  readonly name: string;
  readonly key: readonly string[];
  /** The tables with a foreign key to it. */
  readonly referring: readonly string[];
}

/** Tables with triggers come first, because their triggers write into others. */
const TABLES = `
  SELECT c.relname::text AS name,
         array(SELECT a.attname::text FROM unnest(pk.conkey) WITH ORDINALITY k (number, place)
                 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number ORDER BY k.place) AS key,
         array(SELECT DISTINCT f.conrelid::regclass::text FROM pg_constraint f
                WHERE f.confrelid = c.oid AND f.contype = 'f' AND f.conparentid = 0) AS referring
    FROM pg_class c
    JOIN pg_attribute project ON project.attrelid = c.oid AND project.attname = 'project_id'
    JOIN pg_constraint pk ON pk.conrelid = c.oid AND pk.contype = 'p'
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal) DESC, c.relname`;

/** Deletes the rows of a project in all tables of a service. */
export class ProjectRows {
  constructor(private readonly database: Database) {}

  /** Deletes the rows in batches until none is left, each batch in a transaction of its own or in the current one. Stops if `afterBatch` throws. */
  async delete(projectId: string, afterBatch: () => Promise<void> = async () => undefined): Promise<void> {
    const found: ProjectTable[] = await this.database.manager.query(TABLES);
    const tables = referringFirst(found);
    while (await this.hasRows(tables, projectId))
      if ((await this.deleteRound(tables, projectId, afterBatch)) === 0) return;
  }

  /** Whether any table has a row of a project, by one statement: the later passes mostly find none. */
  private async hasRows(tables: readonly ProjectTable[], projectId: string): Promise<boolean> {
    // In the order of the key, the index finds a row; in any order, a project without rows would have the rows of all others read.
    const rows = tables.map(
      ({ name, key }) => `(SELECT 1 FROM ${name} WHERE project_id = $1 ORDER BY ${key.join(', ')} LIMIT 1)`,
    );
    if (rows.length === 0) return false;
    const found: object[] = await this.database.manager.query(`${rows.join(' UNION ALL ')} LIMIT 1`, [
      projectId,
    ]);
    return found.length > 0;
  }

  /** Goes through all tables once, and returns how many rows it deleted: triggers may have added others. */
  private async deleteRound(
    tables: readonly ProjectTable[],
    projectId: string,
    afterBatch: () => Promise<void>,
  ): Promise<number> {
    let deleted = 0;
    for (const table of tables) {
      for (let rows = BATCH; rows === BATCH; deleted += rows) {
        rows = await this.deleteBatch(table, projectId);
        if (rows > 0) await afterBatch();
      }
    }
    return deleted;
  }

  private async deleteBatch({ name, key }: ProjectTable, projectId: string): Promise<number> {
    const columns = key.join(', ');
    const text = `
      WITH deleted AS (
        DELETE FROM ${name} WHERE project_id = $1 AND (${columns}) IN (
          SELECT ${columns} FROM ${name} WHERE project_id = $1 LIMIT ${BATCH})
        RETURNING 1)
      SELECT count(*)::integer AS rows FROM deleted`;
    return this.database.transaction(async () => {
      const [deleted]: { rows: number }[] = await this.database.manager.query(text, [projectId]);
      return deleted?.rows ?? 0;
    });
  }
}

/** Orders tables so that no row is deleted before those that refer to it. */
function referringFirst(tables: readonly ProjectTable[]): ProjectTable[] {
  const named = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<ProjectTable>();
  const visit = (table: ProjectTable, above: readonly string[]): void => {
    for (const name of table.referring) {
      const other = named.get(name);
      if (other && !above.includes(name)) visit(other, [...above, name]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, [table.name]);
  return [...ordered];
}
