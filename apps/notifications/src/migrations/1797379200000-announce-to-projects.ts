import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_PROJECTS = `
  CREATE TABLE notification_projects (
    project_id uuid NOT NULL,
    last_number bigint NOT NULL,
    forgotten_number bigint NOT NULL DEFAULT 0,
    audience_number bigint NOT NULL DEFAULT 0,
    announced_viewer bigint NOT NULL DEFAULT 0,
    announced_admin bigint NOT NULL DEFAULT 0,
    dropped_viewer bigint NOT NULL DEFAULT 0,
    dropped_admin bigint NOT NULL DEFAULT 0,
    newest timestamptz(3),
    CONSTRAINT notification_projects_pkey PRIMARY KEY (project_id)
  );
  INSERT INTO notification_projects (project_id, last_number)
  SELECT project_id, max(last_number) / 4194304 * 4194304 FROM notification_inboxes GROUP BY project_id;`;

const CREATE_ANNOUNCEMENTS = `
  CREATE TABLE announcements (
    project_id uuid NOT NULL,
    number bigint NOT NULL,
    id uuid NOT NULL,
    event_id uuid NOT NULL,
    notification_type text NOT NULL,
    access_level text NOT NULL,
    nth bigint NOT NULL,
    title text NOT NULL,
    message text NOT NULL,
    source_object_type text NOT NULL,
    source_object_id text NOT NULL,
    actions jsonb,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT announcements_pkey PRIMARY KEY (project_id, number),
    CONSTRAINT announcements_id UNIQUE (project_id, id),
    CONSTRAINT announcements_once UNIQUE (project_id, event_id, notification_type),
    CONSTRAINT announcements_access_level CHECK (access_level IN ('admin', 'viewer'))
  );
  CREATE INDEX announcements_of_level ON announcements (project_id, access_level, number) INCLUDE (nth);
  CREATE INDEX announcements_of_type ON announcements (project_id, access_level, notification_type, number);
  CREATE INDEX announcements_age ON announcements (created_at);

  CREATE TABLE audience_periods (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    access_level text NOT NULL,
    from_number bigint NOT NULL,
    to_number bigint,
    CONSTRAINT audience_periods_pkey PRIMARY KEY (project_id, user_id, access_level, from_number),
    CONSTRAINT audience_periods_access_level CHECK (access_level IN ('admin', 'viewer'))
  );

  CREATE TABLE announcement_exceptions (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    number bigint NOT NULL,
    access_level text NOT NULL,
    CONSTRAINT announcement_exceptions_pkey PRIMARY KEY (project_id, user_id, number)
  );
  CREATE INDEX announcement_exceptions_number ON announcement_exceptions (project_id, number);`;

/** What is taken from announcements is subtracted from these counts, so they can be less than zero. */
const COUNT_BELOW_ZERO = `
  ALTER TABLE notification_inboxes DROP CONSTRAINT notification_inboxes_unread;
  ALTER TABLE notification_marks DROP CONSTRAINT notification_marks_read;`;

/** What was removed stays removed: an announcement has no row of the user's that could be deleted. */
const KEEP_REMOVED = `
  ALTER TABLE notification_inboxes ADD COLUMN to_erase boolean NOT NULL DEFAULT false;
  UPDATE notification_inboxes SET to_erase = true WHERE removed_viewer + removed_admin > 0;
  CREATE INDEX notification_inboxes_to_erase ON notification_inboxes (project_id, user_id) WHERE to_erase;
  DROP INDEX notification_inboxes_removed;`;

const TABLES = [
  'notification_projects',
  'announcements',
  'audience_periods',
  'announcement_exceptions',
] as const;

/** One row for what concerns all members of a project, or all of its admins. */
export class AnnounceToProjects1797379200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_PROJECTS);
    await runner.query(CREATE_ANNOUNCEMENTS);
    await runner.query(COUNT_BELOW_ZERO);
    await runner.query(KEEP_REMOVED);
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(
        `CREATE POLICY own_project ON ${table}
           USING (project_id = nullif(current_setting('pks.project_id', true), '')::uuid)`,
      );
    }
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
