import type { MigrationInterface, QueryRunner } from 'typeorm';

/** It leaves with its announcement: those that are left have all announcements between them. */
const MILESTONES = `
  CREATE TABLE announcement_milestones (
    project_id uuid NOT NULL,
    access_level text NOT NULL,
    notification_type text NOT NULL,
    number bigint NOT NULL,
    nth bigint NOT NULL,
    CONSTRAINT announcement_milestones_pkey PRIMARY KEY (project_id, access_level, notification_type, number),
    CONSTRAINT announcement_milestones_announcement FOREIGN KEY (project_id, number)
      REFERENCES announcements (project_id, number) ON DELETE CASCADE
  );
  ALTER TABLE announcement_milestones ENABLE ROW LEVEL SECURITY;
  CREATE POLICY own_project ON announcement_milestones
    USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid)`;

const EXCEPTIONS_OF_LEVEL = `
  CREATE INDEX announcement_exceptions_of_level ON announcement_exceptions (project_id, user_id, access_level, number)`;

/** Whichever version of the service announces: under the lock of the project, so there is no other announcement meanwhile. */
const FOLLOW = `
  CREATE FUNCTION mark_announcement_of_type() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  DECLARE
    last announcement_milestones;
    since bigint;
  BEGIN
    SELECT * INTO last FROM announcement_milestones m
     WHERE m.project_id = NEW.project_id AND m.access_level = NEW.access_level AND m.notification_type = NEW.notification_type
     ORDER BY m.number DESC LIMIT 1;
    SELECT count(*) INTO since FROM announcements a
     WHERE a.project_id = NEW.project_id AND a.access_level = NEW.access_level AND a.notification_type = NEW.notification_type
       AND a.number > coalesce(last.number, 0) AND a.number <= NEW.number;
    IF since >= 256 THEN
      INSERT INTO announcement_milestones (project_id, access_level, notification_type, number, nth)
      VALUES (NEW.project_id, NEW.access_level, NEW.notification_type, NEW.number, coalesce(last.nth, 0) + since);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER announcements_inserted AFTER INSERT ON announcements
    FOR EACH ROW EXECUTE FUNCTION mark_announcement_of_type()`;

const FILL = `
  INSERT INTO announcement_milestones (project_id, access_level, notification_type, number, nth)
  SELECT project_id, access_level, notification_type, number, nth
    FROM (SELECT project_id, access_level, notification_type, number,
                 row_number() OVER (PARTITION BY project_id, access_level, notification_type ORDER BY number) AS nth
            FROM announcements) numbered
   WHERE nth % 256 = 0`;

/** Every 256th announcement of a type is numbered, so that a list of them counts no more than those before the first and after the last of its milestones. */
export class MarkAnnouncementsOfTypes1797638460000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MILESTONES);
    await runner.query(EXCEPTIONS_OF_LEVEL);
    await runner.query(FOLLOW);
    await runner.query(FILL);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
