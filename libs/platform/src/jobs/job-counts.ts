import type pg from 'pg';
import { JOB_TABLE } from './job-table.ts';

/** For each type and state: a request for metrics reads at most this many rows, however many there are. */
const MOST_COUNTED = 10_000;

/** The jobs of a type that are not done, except new ones that are due later; each number is 10,000 if there are more. */
export interface JobCounts {
  readonly job: string;
  /** Due jobs that were not begun. */
  readonly waiting: number;
  /** Jobs that failed, and will be retried. */
  readonly retried: number;
  /** Jobs that were given up, for as long as they are kept. */
  readonly failed: number;
  /** How long the oldest due job has been due; 0 if none is. Seconds. */
  readonly oldestDue: number;
}

/** The statement that counts the jobs of these types. It uses indexes, so that done jobs cost nothing. */
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
