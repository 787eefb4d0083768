import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The holder of the groups, and of the counts, of a whole project. */
const EVERYBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** What a group has of its signals `s`. */
const OF_SIGNALS = `
  count(*) FILTER (WHERE s.status = 'to_review') AS to_review_count,
  count(*) FILTER (WHERE s.status = 'reviewed') AS reviewed_count,
  count(*) FILTER (WHERE s.status = 'dismissed') AS dismissed_count,
  max(s.updated_at) AS newest,
  coalesce(max(s.updated_at) FILTER (WHERE s.status = 'to_review'), max(s.updated_at)) AS newest_to_review,
  coalesce(max(s.updated_at) FILTER (WHERE s.status = 'reviewed'), max(s.updated_at)) AS newest_reviewed`;

const KEY_OF_COUNTS = 'holder_id, is_conversation, is_open, is_archived';

/**
 * Brings groups of a project up to date. A group is locked before it is read from its signals and its conversation, so the last of
 * several transactions sees what all of them wrote.
 */
const REFRESH = `
  CREATE FUNCTION refresh_groups(project uuid, holders uuid[], keys uuid[], of_conversations boolean[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO signal_groups AS known
           (project_id, holder_id, key, is_conversation, to_review_count, reviewed_count, dismissed_count, newest,
            newest_to_review, newest_reviewed)
    SELECT DISTINCT ON (holder, key) project, holder, key, of_conversation, 0, 0, 0, now(), now(), now()
      FROM unnest(holders, keys, of_conversations) AS touched (holder, key, of_conversation)
     ORDER BY holder, key
    ON CONFLICT ON CONSTRAINT signal_groups_pkey DO UPDATE SET to_review_count = known.to_review_count;

    WITH refreshed AS (
      UPDATE signal_groups g
         SET to_review_count = has.to_review_count, reviewed_count = has.reviewed_count, dismissed_count = has.dismissed_count,
             newest = coalesce(has.newest, g.newest), newest_to_review = coalesce(has.newest_to_review, g.newest),
             newest_reviewed = coalesce(has.newest_reviewed, g.newest),
             is_archived = EXISTS (
               SELECT 1 FROM conversations c
                WHERE c.project_id = project AND c.id = touched.key AND c.is_archived
                  AND (touched.holder = ${EVERYBODY} OR c.is_shared OR c.created_by_id = touched.holder))
        FROM (SELECT DISTINCT holder, key FROM unnest(holders, keys) AS given (holder, key)) touched
       CROSS JOIN LATERAL (
         SELECT ${OF_SIGNALS} FROM signals s
          WHERE s.project_id = project AND coalesce(s.conversation_id, s.id) = touched.key
            AND (touched.holder = ${EVERYBODY} OR s.given_by_id = touched.holder)) has
       WHERE g.project_id = project AND g.holder_id = touched.holder AND g.key = touched.key
      RETURNING g.holder_id, g.is_conversation,
                old.to_review_count > 0 AS was_open, old.is_archived AS was_archived,
                old.to_review_count + old.reviewed_count + old.dismissed_count > 0 AS was_there,
                new.to_review_count > 0 AS is_open, new.is_archived,
                new.to_review_count + new.reviewed_count + new.dismissed_count > 0 AS is_there)
    INSERT INTO signal_group_counts AS known (project_id, ${KEY_OF_COUNTS}, part, count)
    SELECT project, ${KEY_OF_COUNTS}, pg_backend_pid() % 16, sum(more)
      FROM (SELECT holder_id, is_conversation, was_open AS is_open, was_archived AS is_archived, -1 AS more
              FROM refreshed WHERE was_there
            UNION ALL
            SELECT ${KEY_OF_COUNTS}, 1 FROM refreshed WHERE is_there) moved
     GROUP BY ${KEY_OF_COUNTS} HAVING sum(more) <> 0
     ORDER BY ${KEY_OF_COUNTS}
    ON CONFLICT ON CONSTRAINT signal_group_counts_pkey DO UPDATE SET count = known.count + excluded.count;

    DELETE FROM signal_groups g
     USING (SELECT DISTINCT holder, key FROM unnest(holders, keys) AS given (holder, key)) touched
     WHERE g.project_id = project AND g.holder_id = touched.holder AND g.key = touched.key
       AND g.to_review_count = 0 AND g.reviewed_count = 0 AND g.dismissed_count = 0;
  END $$`;

/** The groups of signals `n`, with their holders: whoever submitted one, and everybody. */
const touchedOf = (signals: string): string => `
      FOR touched IN
        SELECT n.project_id, array_agg(holder) AS holders, array_agg(coalesce(n.conversation_id, n.id)) AS keys,
               array_agg(n.conversation_id IS NOT NULL) AS of_conversations
          FROM (${signals}) n CROSS JOIN LATERAL (VALUES (n.given_by_id), (${EVERYBODY})) holders (holder)
         GROUP BY n.project_id ORDER BY n.project_id
      LOOP
        PERFORM refresh_groups(touched.project_id, touched.holders, touched.keys, touched.of_conversations);
      END LOOP`;

const counted = (table: string, more: string): string =>
  `SELECT project_id, given_by_id, status, sentiment, ${more} AS more FROM ${table}`;

/** Counts signals in the row of the connection that changes them. */
const counting = (signals: string): string => `
      FOR moved IN
        SELECT project_id, array_agg(holder) AS holders, array_agg(status) AS statuses, array_agg(sentiment) AS sentiments,
               array_agg(more) AS counts
          FROM (SELECT project_id, holder, status, sentiment, sum(more) AS more
                  FROM (${signals}) n CROSS JOIN LATERAL (VALUES (given_by_id), (${EVERYBODY})) holders (holder)
                 GROUP BY project_id, holder, status, sentiment HAVING sum(more) <> 0) summed
         GROUP BY project_id ORDER BY project_id
      LOOP
        INSERT INTO signal_count_parts AS known (project_id, holder_id, status, sentiment, part, count)
        SELECT moved.project_id, holder, status, sentiment, pg_backend_pid() % 16, more
          FROM unnest(moved.holders, moved.statuses, moved.sentiments, moved.counts) AS summed (holder, status, sentiment, more)
         ORDER BY holder, status, sentiment
        ON CONFLICT ON CONSTRAINT signal_count_parts_pkey DO UPDATE SET count = known.count + excluded.count;
      END LOOP`;

/**
 * The groups first, then the numbers of signals: every transaction takes their locks in this order. What a statement changed is read
 * by itself, and each statement after that names one project.
 */
const FOLLOW = `
  CREATE OR REPLACE FUNCTION follow_signals() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    touched record;
    moved record;
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      ${touchedOf(`
        SELECT n.* FROM changed n JOIN earlier o USING (project_id, id)
         WHERE n.status <> o.status OR n.updated_at <> o.updated_at`)};
      ${counting(`${counted('earlier', '-1')} UNION ALL ${counted('changed', '1')}`)};
    ELSE
      ${touchedOf('SELECT * FROM changed')};
      ${counting(counted('changed', `CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END`))};
    END IF;
    RETURN NULL;
  END $$`;

/** As before: the group of everybody is locked before their holders are read. */
const FOLLOW_ARCHIVED = `
  CREATE OR REPLACE FUNCTION follow_archived_conversation() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    givers uuid[];
  BEGIN
    PERFORM refresh_groups(NEW.project_id, ARRAY[${EVERYBODY}], ARRAY[NEW.id], ARRAY[true]);
    SELECT array_agg(DISTINCT s.given_by_id) INTO givers FROM signals s
     WHERE s.project_id = NEW.project_id AND coalesce(s.conversation_id, s.id) = NEW.id;
    IF givers IS NOT NULL THEN
      PERFORM refresh_groups(NEW.project_id, givers, array_fill(NEW.id, ARRAY[cardinality(givers)]),
                             array_fill(true, ARRAY[cardinality(givers)]));
    END IF;
    RETURN NULL;
  END $$`;

/**
 * Each statement of these functions names one project, and none reads both what a statement changed and a table: so they work where
 * the tables are distributed by project, on the node of the project. They keep what they kept.
 */
export class FollowSignalsByProject1798675200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const step of [REFRESH, FOLLOW, FOLLOW_ARCHIVED]) await runner.query(step);
    await runner.query('DROP FUNCTION refresh_signal_groups');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
