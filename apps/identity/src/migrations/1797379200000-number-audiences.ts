import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_AUDIENCES = `
  CREATE TABLE audiences (
    project_id uuid NOT NULL,
    last_number bigint NOT NULL,
    CONSTRAINT audiences_pkey PRIMARY KEY (project_id)
  );
  CREATE TABLE audience_changes (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    number bigint NOT NULL,
    CONSTRAINT audience_changes_pkey PRIMARY KEY (project_id, user_id)
  );
  CREATE INDEX audience_changes_number ON audience_changes (project_id, number);

  INSERT INTO audience_changes (project_id, user_id, number)
  SELECT project_id, user_id, row_number() OVER (PARTITION BY project_id ORDER BY created_at, user_id)
    FROM project_users;
  INSERT INTO audiences (project_id, last_number)
  SELECT project_id, max(number) FROM audience_changes GROUP BY project_id;

  ALTER TABLE audiences ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON audiences
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid);
  ALTER TABLE audience_changes ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON audience_changes
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid);`;

/**
 * The functions work for their owner, whom no policy restricts: a user who is deactivated leaves the audiences of all their
 * projects. The triggers run at the commit, so the numbers follow the order of commits, and no other lock is waited for
 * while that of a number is held.
 */
const NUMBER_CHANGES = `
  CREATE FUNCTION number_audience_change(changed_project uuid, changed_user uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    WITH numbered AS (
      INSERT INTO audiences (project_id, last_number) VALUES (changed_project, 1)
      ON CONFLICT (project_id) DO UPDATE SET last_number = audiences.last_number + 1
      RETURNING last_number)
    INSERT INTO audience_changes (project_id, user_id, number)
    SELECT changed_project, changed_user, last_number FROM numbered
    ON CONFLICT (project_id, user_id) DO UPDATE SET number = excluded.number
  $$;

  CREATE FUNCTION number_member() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      PERFORM number_audience_change(OLD.project_id, OLD.user_id);
    ELSE
      PERFORM number_audience_change(NEW.project_id, NEW.user_id);
    END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER project_users_audience
    AFTER INSERT OR DELETE OR UPDATE OF permissions ON project_users
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_member();

  CREATE FUNCTION number_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  BEGIN
    PERFORM number_audience_change(project_id, NEW.id)
       FROM (SELECT project_id FROM project_users WHERE user_id = NEW.id ORDER BY project_id) places;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER users_audience AFTER UPDATE OF is_active ON users
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_active <> OLD.is_active)
    EXECUTE FUNCTION number_user();

  CREATE FUNCTION number_organization_user() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    place organization_users := coalesce(NEW, OLD);
  BEGIN
    PERFORM number_audience_change(project_id, place.user_id)
       FROM (SELECT pu.project_id FROM project_users pu JOIN projects p ON p.id = pu.project_id
              WHERE pu.user_id = place.user_id AND p.organization_id = place.organization_id
              ORDER BY pu.project_id) places;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER organization_users_audience
    AFTER INSERT OR DELETE OR UPDATE OF is_active ON organization_users
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_organization_user();`;

/** Numbers the changes of who is in the audience of a project, so that others can ask for what changed since. */
export class NumberAudiences1797379200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_AUDIENCES);
    await runner.query(NUMBER_CHANGES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
