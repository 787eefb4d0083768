import type pg from 'pg';
import { JOB_TABLE } from './job-table.ts';

/** Of each type and state: a request for metrics reads no more rows than this, however many there are. */
const MOST_COUNTED = 10_000;

/** The jobs of a type that are not done, without those that are due later; each number is 10,000 where they are more. */
export interface JobCounts {
  readonly job: string;
  /** Those that are due, and were not begun. */
  readonly waiting: number;
  /** Those that failed, and will be retried. */
  readonly retried: number;
  /** Those that were given up, for as long as they are kept. */
  readonly failed: number;
  /** For how long the oldest of those that are due has been; 0 where none is. Seconds. */
  readonly oldestDue: number;
}

/** The statement that counts the jobs of these types. Indexes serve it, so that those that are done cost nothing. */
export function countingJobs(schema: string, types: readonly string[]): pg.QueryConfig {
  const table = `${schema}.${JOB_TABLE}`;
  return {
    name: 'job_counts',
    text: `
      SELECT type.name AS job, unfinished.*, ended.*
        FROM unnest($1::text[]) AS type (name)
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE state = 'created' AND is_due)::integer AS waiting,
                count(*) FILTER (WHERE state = 'retry')::integer AS retried,
                coalesce(extract(epoch FROM now() - min(start_after) FILTER (WHERE is_due)), 0)::float8 AS "oldestDue"
           FROM (SELECT j.state, j.start_after, j.start_after <= now() AS is_due FROM ${table} j
                  WHERE j.name = type.name AND j.state < 'active' AND NOT j.blocked
                  ORDER BY j.priority DESC, j.created_on LIMIT ${MOST_COUNTED}) AS first) AS unfinished
       CROSS JOIN LATERAL (
         SELECT count(*)::integer AS failed
           FROM (SELECT FROM ${table} j WHERE j.name = type.name AND j.state = 'failed'
                  LIMIT ${MOST_COUNTED}) AS first) AS ended`,
    values: [types],
  };
}
