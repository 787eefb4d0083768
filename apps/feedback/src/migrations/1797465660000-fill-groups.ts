import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Groups of the signals from before the triggers. What changes meanwhile is more recent, and stays. */
const FILL = `
  WITH filled AS (
  INSERT INTO signal_groups
  SELECT s.project_id, holder, coalesce(s.conversation_id, s.id), bool_or(s.conversation_id IS NOT NULL), 
         count(*) FILTER (WHERE s.status = 'to_review'), count(*) FILTER (WHERE s.status = 'reviewed'),
         count(*) FILTER (WHERE s.status = 'dismissed'), max(s.updated_at),
         coalesce(max(s.updated_at) FILTER (WHERE s.status = 'to_review'), max(s.updated_at)),
         coalesce(max(s.updated_at) FILTER (WHERE s.status = 'reviewed'), max(s.updated_at))
    FROM signals s CROSS JOIN LATERAL (VALUES (s.given_by_id), ('00000000-0000-0000-0000-000000000000'::uuid)) holders (holder)
   GROUP BY s.project_id, holder, coalesce(s.conversation_id, s.id)
  ON CONFLICT ON CONSTRAINT signal_groups_pkey DO NOTHING
  RETURNING project_id, holder_id, is_conversation, to_review_count > 0 AS is_open)
  INSERT INTO signal_group_counts AS known (project_id, holder_id, is_conversation, is_open, count)
  SELECT project_id, holder_id, is_conversation, is_open, count(*) FROM filled GROUP BY 1, 2, 3, 4
  ON CONFLICT ON CONSTRAINT signal_group_counts_pkey DO UPDATE SET count = known.count + excluded.count`;

/** In a transaction of its own, so that signals are written meanwhile. */
export class FillGroups1797465660000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(FILL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
