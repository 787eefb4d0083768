import type pg from 'pg';

/** The library's table with the jobs of all queues. */
export const JOB_TABLE = 'job_common';

/** Indexes beside the library's own, each with nothing but rows that are read again and again. */
const INDEXES = {
  /** Jobs that are set aside until they are due. */
  job_later: `(start_after) WHERE blocked AND state = 'created'`,
  /** Jobs that a process works on, or worked on until it died. */
  job_active: `(name) WHERE state = 'active'`,
  /** Jobs that were given up. */
  job_failed: `(name) WHERE state = 'failed'`,
} as const;

/** Creates the indexes that are missing, one process at a time. */
export async function createIndexes(pool: pg.Pool, schema: string): Promise<void> {
  for (const [name, definition] of Object.entries(INDEXES)) {
    const known = 'SELECT FROM pg_indexes WHERE schemaname = $1 AND indexname = $2';
    const { rowCount } = await pool.query(known, [schema, name]);
    if (rowCount === 1) continue;
    await pool.query(`
      SELECT pg_advisory_xact_lock(hashtextextended('indexes of ${schema}', 0));
      CREATE INDEX IF NOT EXISTS ${name} ON ${schema}.${JOB_TABLE} ${definition}`);
  }
}

/**
 * Keeps the library from counting its jobs, by storing an infinite time until which it defers that. Every few seconds it
 * would read all of them, and warn that many wait. Only the library uses the counts: whether a run of a schedule was under
 * way. What it stored about that is removed, because it would be believed from now on; an index of the library admits one
 * run at a time anyway.
 */
export async function stopCounting(pool: pg.Pool, schema: string): Promise<void> {
  await pool.query(`
    UPDATE ${schema}.version SET monitor_backoff_on = 'infinity' WHERE monitor_backoff_on IS DISTINCT FROM 'infinity';
    UPDATE ${schema}.queue SET singletons_active = NULL WHERE singletons_active IS NOT NULL`);
}

/**
 * Corrects times that the library stored while PostgreSQL's clock was ahead. Until those times come again, it would look neither for
 * runs that are due nor for jobs of dead processes, and believe that these processes are alive; and jobs that were added or failed
 * meanwhile would wait. A retry is never more than an hour later, and jobs that have to wait longer are set aside, so other times
 * are wrong. So is that of a run of a schedule that is due later than within a minute, whichever clock it came from: while it waits, no
 * other run is added.
 */
export async function forgetTimesAhead(pool: pg.Pool, schema: string): Promise<void> {
  const ahead = `> now() + interval '1 minute'`;
  await pool.query(`
    UPDATE ${schema}.version SET cron_on = NULL WHERE cron_on ${ahead};
    UPDATE ${schema}.queue SET monitor_claim_on = NULL WHERE monitor_claim_on ${ahead};
    UPDATE ${schema}.queue SET maintain_on = NULL WHERE maintain_on ${ahead};
    UPDATE ${schema}.${JOB_TABLE} SET heartbeat_on = now() WHERE state = 'active' AND heartbeat_on ${ahead};
    UPDATE ${schema}.${JOB_TABLE} SET start_after = now()
     WHERE state < 'active' AND NOT blocked AND start_after ${ahead}
       AND (created_on ${ahead} OR (state = 'retry' AND start_after > now() + interval '2 hours'));
    UPDATE ${schema}.${JOB_TABLE} SET start_after = now(), blocked = false
     WHERE policy = 'stately' AND blocked AND state = 'created' AND start_after ${ahead}`);
}

/**
 * The schedules among these that are known for more than a day, but had no completed run for most of a day: a machine that is
 * switched on each morning starts a few minutes earlier or later.
 */
export async function missedSchedules(
  pool: pg.Pool,
  schema: string,
  names: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM ${schema}.queue
      WHERE name = ANY ($1::text[]) AND created_on < now() - interval '1 day'
        AND NOT EXISTS (SELECT FROM ${schema}.${JOB_TABLE} run
                         WHERE run.name = queue.name AND run.state = 'completed'
                           AND run.completed_on > now() - interval '20 hours')`,
    [names],
  );
  return rows.map(({ name }) => name);
}
