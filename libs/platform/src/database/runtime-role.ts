import type pg from 'pg';

const DUPLICATES = new Set(['42710', '23505']);

/**
 * Creates the role that a service works as, unless it exists, and makes the login a member of it. Roles belong to the
 * whole server, so another database may be creating the role at the same time.
 * @throws Error with what an administrator has to run, if the login may not do this.
 */
export async function createRuntimeRole(client: pg.Client, role: string): Promise<void> {
  try {
    if (!(await exists(client, role))) await create(client, role);
    if (!(await isUsable(client, role))) await client.query(`GRANT ${role} TO CURRENT_USER WITH SET TRUE`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = `an administrator has to run: CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO ${client.user};`;
    throw new Error(`The role ${role} cannot be used (${reason}): ${remedy}`, { cause: error });
  }
}

/** Lets a role read and write the tables of a schema, and nothing else. */
export async function grantToRole(client: pg.Client | pg.Pool, role: string, schema: string): Promise<void> {
  await client.query(`
    SELECT pg_advisory_xact_lock(hashtextextended('grants of ${schema}', 0));
    GRANT USAGE ON SCHEMA ${schema} TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`);
}

async function exists(client: pg.Client, role: string): Promise<boolean> {
  return (await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])).rowCount === 1;
}

async function create(client: pg.Client, role: string): Promise<void> {
  try {
    await client.query(`CREATE ROLE ${role} NOLOGIN`);
  } catch (error) {
    if (!DUPLICATES.has((error as pg.DatabaseError).code ?? '')) throw error;
  }
}

async function isUsable(client: pg.Client, role: string): Promise<boolean> {
  const text = `SELECT pg_has_role(current_user, $1, 'SET') AS usable`;
  const { rows } = await client.query<{ usable: boolean }>(text, [role]);
  return rows[0]?.usable ?? false;
}
