import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The holder of the groups of a whole project. */
const EVERYBODY = `'00000000-0000-0000-0000-000000000000'::uuid`;

const GROUPS = `
  CREATE TABLE signal_groups (
    project_id uuid NOT NULL,
    holder_id uuid NOT NULL,
    key uuid NOT NULL,
    is_conversation boolean NOT NULL,
    to_review_count integer NOT NULL,
    reviewed_count integer NOT NULL,
    dismissed_count integer NOT NULL,
    newest timestamptz(3) NOT NULL,
    newest_to_review timestamptz(3) NOT NULL,
    newest_reviewed timestamptz(3) NOT NULL,
    CONSTRAINT signal_groups_pkey PRIMARY KEY (project_id, holder_id, key)
  );
  CREATE INDEX signal_groups_newest ON signal_groups (project_id, holder_id, newest DESC, key DESC);
  CREATE INDEX signal_groups_to_review ON signal_groups (project_id, holder_id, newest_to_review DESC, key DESC)
    WHERE to_review_count > 0;
  CREATE INDEX signal_groups_reviewed ON signal_groups (project_id, holder_id, newest_reviewed DESC, key DESC)
    WHERE to_review_count = 0;
  CREATE TABLE signal_group_counts (
    project_id uuid NOT NULL,
    holder_id uuid NOT NULL,
    is_conversation boolean NOT NULL,
    is_open boolean NOT NULL,
    count integer NOT NULL,
    CONSTRAINT signal_group_counts_pkey PRIMARY KEY (project_id, holder_id, is_conversation, is_open)
  ) WITH (fillfactor = 50);
  ALTER TABLE signal_group_counts ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON signal_group_counts
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid);
  ALTER TABLE signal_groups ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON signal_groups
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid)`;

/** What a group has of its signals `s`. */
const OF_SIGNALS = `
  count(*) FILTER (WHERE s.status = 'to_review') AS to_review_count,
  count(*) FILTER (WHERE s.status = 'reviewed') AS reviewed_count,
  count(*) FILTER (WHERE s.status = 'dismissed') AS dismissed_count,
  max(s.updated_at) AS newest,
  coalesce(max(s.updated_at) FILTER (WHERE s.status = 'to_review'), max(s.updated_at)) AS newest_to_review,
  coalesce(max(s.updated_at) FILTER (WHERE s.status = 'reviewed'), max(s.updated_at)) AS newest_reviewed`;

/**
 * Each statement that changes signals brings their groups up to date, whichever version of the service sends it. A group is
 * locked before it is read from its signals, so the last of several transactions sees what all of them wrote.
 */
const FOLLOW = `
  CREATE FUNCTION refresh_signal_groups(projects uuid[], holders uuid[], keys uuid[], of_conversations boolean[]) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    INSERT INTO signal_groups AS known
    SELECT DISTINCT ON (project, holder, key) project, holder, key, of_conversation, 0, 0, 0, now(), now(), now()
      FROM unnest(projects, holders, keys, of_conversations) AS touched (project, holder, key, of_conversation)
     ORDER BY project, holder, key
    ON CONFLICT ON CONSTRAINT signal_groups_pkey DO UPDATE SET to_review_count = known.to_review_count;

    WITH refreshed AS (
      UPDATE signal_groups g
         SET to_review_count = has.to_review_count, reviewed_count = has.reviewed_count, dismissed_count = has.dismissed_count,
             newest = coalesce(has.newest, g.newest), newest_to_review = coalesce(has.newest_to_review, g.newest),
             newest_reviewed = coalesce(has.newest_reviewed, g.newest)
        FROM (SELECT DISTINCT project, holder, key FROM unnest(projects, holders, keys) AS given (project, holder, key)) touched
       CROSS JOIN LATERAL (
         SELECT ${OF_SIGNALS} FROM signals s
          WHERE s.project_id = touched.project AND coalesce(s.conversation_id, s.id) = touched.key
            AND (touched.holder = ${EVERYBODY} OR s.given_by_id = touched.holder)) has
       WHERE g.project_id = touched.project AND g.holder_id = touched.holder AND g.key = touched.key
      RETURNING g.project_id, g.holder_id, g.is_conversation,
                old.to_review_count > 0 AS was_open, old.to_review_count + old.reviewed_count + old.dismissed_count > 0 AS was_there,
                new.to_review_count > 0 AS is_open, new.to_review_count + new.reviewed_count + new.dismissed_count > 0 AS is_there)
    INSERT INTO signal_group_counts AS known (project_id, holder_id, is_conversation, is_open, count)
    SELECT project_id, holder_id, is_conversation, open, sum(more)
      FROM (SELECT project_id, holder_id, is_conversation, was_open AS open, -1 AS more FROM refreshed WHERE was_there
            UNION ALL
            SELECT project_id, holder_id, is_conversation, is_open, 1 FROM refreshed WHERE is_there) moved
     GROUP BY project_id, holder_id, is_conversation, open HAVING sum(more) <> 0
     ORDER BY project_id, holder_id, is_conversation, open
    ON CONFLICT ON CONSTRAINT signal_group_counts_pkey DO UPDATE SET count = known.count + excluded.count;

    DELETE FROM signal_groups g
     USING (SELECT DISTINCT project, holder, key FROM unnest(projects, holders, keys) AS given (project, holder, key)) touched
     WHERE g.project_id = touched.project AND g.holder_id = touched.holder AND g.key = touched.key
       AND g.to_review_count = 0 AND g.reviewed_count = 0 AND g.dismissed_count = 0;
  END $$;

  CREATE FUNCTION follow_signals() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      PERFORM refresh_signal_groups(array_agg(n.project_id), array_agg(holder), array_agg(coalesce(n.conversation_id, n.id)),
                array_agg(n.conversation_id IS NOT NULL))
         FROM changed n JOIN earlier o USING (project_id, id)
        CROSS JOIN LATERAL (VALUES (n.given_by_id), (${EVERYBODY})) holders (holder)
       WHERE n.status <> o.status OR n.updated_at <> o.updated_at HAVING count(*) > 0;
    ELSE
      PERFORM refresh_signal_groups(array_agg(n.project_id), array_agg(holder), array_agg(coalesce(n.conversation_id, n.id)),
                array_agg(n.conversation_id IS NOT NULL))
         FROM changed n CROSS JOIN LATERAL (VALUES (n.given_by_id), (${EVERYBODY})) holders (holder) HAVING count(*) > 0;
    END IF;
    RETURN NULL;
  END $$;

  CREATE TRIGGER signals_inserted AFTER INSERT ON signals REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION follow_signals();
  CREATE TRIGGER signals_updated AFTER UPDATE ON signals REFERENCING OLD TABLE AS earlier NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION follow_signals();
  CREATE TRIGGER signals_deleted AFTER DELETE ON signals REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION follow_signals()`;

/** Keeps what lists of groups show and sort by, so that no list reads all signals. */
export class KeepGroups1797465600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(GROUPS);
    await runner.query(FOLLOW);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
