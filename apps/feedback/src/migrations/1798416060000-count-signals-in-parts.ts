import type { MigrationInterface, QueryRunner } from 'typeorm';

const EVERYBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** Like the number of groups, in the row of the connection that changes it. */
const COUNTS = `
  CREATE TABLE signal_count_parts (
    project_id uuid NOT NULL,
    holder_id uuid NOT NULL,
    status text NOT NULL,
    sentiment text NOT NULL,
    part smallint NOT NULL,
    count integer NOT NULL,
    CONSTRAINT signal_count_parts_pkey PRIMARY KEY (project_id, holder_id, status, sentiment, part)
  ) WITH (fillfactor = 50);
  ALTER TABLE signal_count_parts ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON signal_count_parts
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid)`;

const counting = (moved: string): string => `
      INSERT INTO signal_count_parts AS known (project_id, holder_id, status, sentiment, part, count)
      SELECT project_id, holder, status, sentiment, pg_backend_pid() % 16, sum(more)
        FROM (${moved}) moved
       CROSS JOIN LATERAL (VALUES (given_by_id), (${EVERYBODY})) holders (holder)
       GROUP BY project_id, holder, status, sentiment HAVING sum(more) <> 0
       ORDER BY project_id, holder, status, sentiment
      ON CONFLICT ON CONSTRAINT signal_count_parts_pkey DO UPDATE SET count = known.count + excluded.count`;
const counted = (table: string, more: string): string =>
  `SELECT project_id, given_by_id, status, sentiment, ${more} AS more FROM ${table}`;

/** The groups first, then the numbers of signals: every transaction takes their locks in this order. */
const FOLLOW = `
  CREATE OR REPLACE FUNCTION follow_signals() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      PERFORM refresh_signal_groups(array_agg(n.project_id), array_agg(holder), array_agg(coalesce(n.conversation_id, n.id)),
                array_agg(n.conversation_id IS NOT NULL))
         FROM changed n JOIN earlier o USING (project_id, id)
        CROSS JOIN LATERAL (VALUES (n.given_by_id), (${EVERYBODY})) holders (holder)
       WHERE n.status <> o.status OR n.updated_at <> o.updated_at HAVING count(*) > 0;
      ${counting(`${counted('earlier', '-1')} UNION ALL ${counted('changed', '1')}`)};
    ELSE
      PERFORM refresh_signal_groups(array_agg(n.project_id), array_agg(holder), array_agg(coalesce(n.conversation_id, n.id)),
                array_agg(n.conversation_id IS NOT NULL))
         FROM changed n CROSS JOIN LATERAL (VALUES (n.given_by_id), (${EVERYBODY})) holders (holder) HAVING count(*) > 0;
      ${counting(counted('changed', `CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END`))};
    END IF;
    RETURN NULL;
  END $$`;

/** Signals that are being written count in either table, or in none of them yet. */
const FILL = `
  INSERT INTO signal_count_parts (project_id, holder_id, status, sentiment, part, count)
  SELECT project_id, holder_id, status, sentiment, 0, count FROM signal_counts WHERE count <> 0`;

/**
 * Each statement that changes signals counts them, whichever version of the service sends it. No signal is written while the counts are
 * copied. Processes of the version before go on with `signal_counts`, which lacks what others write, and no other reads; a later version
 * drops it.
 */
export class CountSignalsInParts1798416060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTS);
    await runner.query('LOCK TABLE signals IN SHARE ROW EXCLUSIVE MODE');
    await runner.query(FOLLOW);
    await runner.query(FILL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
