import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The holder of the groups of a whole project. */
const EVERYBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** The condition that the conversation `c` is archived, and that the holder may know it. */
const archivedTo = (holder: string): string =>
  `c.is_archived AND (${holder} = ${EVERYBODY} OR c.is_shared OR c.created_by_id = ${holder})`;

const PARTS = `
  ALTER TABLE signal_group_counts
    ADD COLUMN part smallint NOT NULL DEFAULT 0,
    DROP CONSTRAINT signal_group_counts_pkey,
    ADD CONSTRAINT signal_group_counts_pkey PRIMARY KEY (project_id, holder_id, is_conversation, is_open, is_archived, part)`;

/** What a group has of its signals `s`. */
const OF_SIGNALS = `
  count(*) FILTER (WHERE s.status = 'to_review') AS to_review_count,
  count(*) FILTER (WHERE s.status = 'reviewed') AS reviewed_count,
  count(*) FILTER (WHERE s.status = 'dismissed') AS dismissed_count,
  max(s.updated_at) AS newest,
  coalesce(max(s.updated_at) FILTER (WHERE s.status = 'to_review'), max(s.updated_at)) AS newest_to_review,
  coalesce(max(s.updated_at) FILTER (WHERE s.status = 'reviewed'), max(s.updated_at)) AS newest_reviewed`;

const KEY_OF_GROUPS = 'project_id, holder_id, is_conversation, is_open, is_archived';

/**
 * A group is locked before it is read from its signals and its conversation, so the last of several transactions sees what all of
 * them wrote.
 */
const REFRESH = `
  CREATE OR REPLACE FUNCTION refresh_signal_groups(projects uuid[], holders uuid[], keys uuid[], of_conversations boolean[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO signal_groups AS known
           (project_id, holder_id, key, is_conversation, to_review_count, reviewed_count, dismissed_count, newest,
            newest_to_review, newest_reviewed)
    SELECT DISTINCT ON (project, holder, key) project, holder, key, of_conversation, 0, 0, 0, now(), now(), now()
      FROM unnest(projects, holders, keys, of_conversations) AS touched (project, holder, key, of_conversation)
     ORDER BY project, holder, key
    ON CONFLICT ON CONSTRAINT signal_groups_pkey DO UPDATE SET to_review_count = known.to_review_count;

    WITH refreshed AS (
      UPDATE signal_groups g
         SET to_review_count = has.to_review_count, reviewed_count = has.reviewed_count, dismissed_count = has.dismissed_count,
             newest = coalesce(has.newest, g.newest), newest_to_review = coalesce(has.newest_to_review, g.newest),
             newest_reviewed = coalesce(has.newest_reviewed, g.newest),
             is_archived = EXISTS (SELECT FROM conversations c WHERE c.project_id = touched.project AND c.id = touched.key
                                      AND ${archivedTo('touched.holder')})
        FROM (SELECT DISTINCT project, holder, key FROM unnest(projects, holders, keys) AS given (project, holder, key)) touched
       CROSS JOIN LATERAL (
         SELECT ${OF_SIGNALS} FROM signals s
          WHERE s.project_id = touched.project AND coalesce(s.conversation_id, s.id) = touched.key
            AND (touched.holder = ${EVERYBODY} OR s.given_by_id = touched.holder)) has
       WHERE g.project_id = touched.project AND g.holder_id = touched.holder AND g.key = touched.key
      RETURNING g.project_id, g.holder_id, g.is_conversation,
                old.to_review_count > 0 AS was_open, old.is_archived AS was_archived,
                old.to_review_count + old.reviewed_count + old.dismissed_count > 0 AS was_there,
                new.to_review_count > 0 AS is_open, new.is_archived,
                new.to_review_count + new.reviewed_count + new.dismissed_count > 0 AS is_there)
    INSERT INTO signal_group_counts AS known (${KEY_OF_GROUPS}, part, count)
    SELECT ${KEY_OF_GROUPS}, pg_backend_pid() % 16, sum(more)
      FROM (SELECT project_id, holder_id, is_conversation, was_open AS is_open, was_archived AS is_archived, -1 AS more
              FROM refreshed WHERE was_there
            UNION ALL
            SELECT ${KEY_OF_GROUPS}, 1 FROM refreshed WHERE is_there) moved
     GROUP BY ${KEY_OF_GROUPS} HAVING sum(more) <> 0
     ORDER BY ${KEY_OF_GROUPS}
    ON CONFLICT ON CONSTRAINT signal_group_counts_pkey DO UPDATE SET count = known.count + excluded.count;

    DELETE FROM signal_groups g
     USING (SELECT DISTINCT project, holder, key FROM unnest(projects, holders, keys) AS given (project, holder, key)) touched
     WHERE g.project_id = touched.project AND g.holder_id = touched.holder AND g.key = touched.key
       AND g.to_review_count = 0 AND g.reviewed_count = 0 AND g.dismissed_count = 0;
  END $$`;

/**
 * The number of groups is kept in several rows, of which a transaction changes the one of its connection: so those that run at the same
 * time rarely wait for each other. A row may be below zero, their sum is exact. Processes of the version before take one of the rows for
 * the number.
 */
export class CountGroupsInParts1798416000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PARTS);
    await runner.query(REFRESH);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
