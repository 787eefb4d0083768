import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts of a project are kept in several rows, of which a transaction changes the one of its connection: so those that run at the
 * same time rarely wait for each other. A row may be below zero, their sum is exact.
 */
const COUNTS = `
  CREATE TABLE catalog_counts (
    project_id uuid NOT NULL,
    part smallint NOT NULL,
    in_scope integer NOT NULL,
    out_of_scope integer NOT NULL,
    changes integer NOT NULL,
    CONSTRAINT catalog_counts_pkey PRIMARY KEY (project_id, part)
  ) WITH (fillfactor = 50);
  ALTER TABLE catalog_counts ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON catalog_counts
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid)`;

/** The function works for its owner, whichever version of the service writes. */
const COUNT = `
  CREATE FUNCTION count_in_catalog(project uuid, more_in_scope bigint, more_out_of_scope bigint, more_changes bigint)
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    INSERT INTO catalog_counts AS known (project_id, part, in_scope, out_of_scope, changes)
    VALUES (project, pg_backend_pid() % 16, more_in_scope, more_out_of_scope, more_changes)
    ON CONFLICT ON CONSTRAINT catalog_counts_pkey DO UPDATE
       SET in_scope = known.in_scope + excluded.in_scope, out_of_scope = known.out_of_scope + excluded.out_of_scope,
           changes = known.changes + excluded.changes
  $$`;

const FOLLOW_ARTIFACTS = `
  CREATE FUNCTION count_artifacts() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
  BEGIN
    PERFORM count_in_catalog(project_id, sign * count(*) FILTER (WHERE in_scope), sign * count(*) FILTER (WHERE NOT in_scope), 0)
       FROM changed GROUP BY project_id ORDER BY project_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER artifacts_inserted AFTER INSERT ON artifacts REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_artifacts();
  CREATE TRIGGER artifacts_deleted AFTER DELETE ON artifacts REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_artifacts();

  CREATE FUNCTION count_moved_artifact() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    more integer := CASE WHEN NEW.in_scope THEN 1 ELSE -1 END;
  BEGIN
    PERFORM count_in_catalog(NEW.project_id, more, -more, 0);
    RETURN NULL;
  END $$;
  CREATE TRIGGER artifacts_moved AFTER UPDATE OF in_scope ON artifacts
    FOR EACH ROW WHEN (NEW.in_scope <> OLD.in_scope) EXECUTE FUNCTION count_moved_artifact()`;

/** Entries are counted at the commit: a transaction waits for no other lock while it holds that of a count. */
const FOLLOW_CHANGES = `
  CREATE FUNCTION count_change() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM count_in_catalog(NEW.project_id, 0, 0, 1);
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER changelog_entries_inserted AFTER INSERT ON changelog_entries
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION count_change();

  CREATE FUNCTION count_deleted_changes() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM count_in_catalog(project_id, 0, 0, -count(*)) FROM changed GROUP BY project_id ORDER BY project_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER changelog_entries_deleted AFTER DELETE ON changelog_entries REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_changes()`;

const FILL = `
  INSERT INTO catalog_counts (project_id, part, in_scope, out_of_scope, changes)
  SELECT project_id, 0, sum(in_scope), sum(out_of_scope), sum(changes)
    FROM (SELECT project_id, count(*) FILTER (WHERE in_scope) AS in_scope,
                 count(*) FILTER (WHERE NOT in_scope) AS out_of_scope, 0 AS changes
            FROM artifacts GROUP BY project_id
           UNION ALL SELECT project_id, 0, 0, count(*) FROM changelog_entries GROUP BY project_id) counted
   GROUP BY project_id`;

/**
 * Keeps how many artifacts and changes a project has, so that no list counts them. Creating the triggers locks both tables against
 * writes until all is counted: some seconds for millions of rows.
 */
export class KeepCatalogCounts1797638460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTS);
    await runner.query(COUNT);
    await runner.query(FOLLOW_ARTIFACTS);
    await runner.query(FOLLOW_CHANGES);
    await runner.query(FILL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
