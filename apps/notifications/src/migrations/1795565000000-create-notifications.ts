import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_INBOXES = `
  CREATE TABLE notification_inboxes (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    last_number bigint NOT NULL,
    forgotten_number bigint NOT NULL,
    unread_viewer integer NOT NULL,
    unread_admin integer NOT NULL,
    removed_viewer bigint NOT NULL DEFAULT 0,
    removed_admin bigint NOT NULL DEFAULT 0,
    oldest timestamptz(3),
    newest timestamptz(3),
    changed_at timestamptz(3) NOT NULL,
    CONSTRAINT notification_inboxes_pkey PRIMARY KEY (project_id, user_id),
    CONSTRAINT notification_inboxes_unread CHECK (unread_viewer >= 0 AND unread_admin >= 0)
  );
  CREATE INDEX notification_inboxes_removed ON notification_inboxes (project_id, user_id)
    WHERE removed_viewer + removed_admin > 0;`;

const CREATE_NOTIFICATIONS = `
  CREATE TABLE notifications (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    event_id uuid NOT NULL,
    notification_type text NOT NULL,
    access_level text NOT NULL,
    title text NOT NULL,
    message text NOT NULL,
    source_object_type text NOT NULL,
    source_object_id text NOT NULL,
    actions jsonb,
    status text NOT NULL,
    read_at timestamptz(3),
    created_number bigint NOT NULL,
    changed_number bigint NOT NULL,
    touched boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT notifications_pkey PRIMARY KEY (project_id, user_id, id),
    CONSTRAINT notifications_once UNIQUE (project_id, user_id, event_id, notification_type),
    CONSTRAINT notifications_inbox FOREIGN KEY (project_id, user_id)
      REFERENCES notification_inboxes (project_id, user_id),
    CONSTRAINT notifications_access_level CHECK (access_level IN ('admin', 'viewer')),
    CONSTRAINT notifications_status CHECK (status IN ('unread', 'read')),
    CONSTRAINT notifications_touching CHECK (touched = (changed_number > created_number)),
    CONSTRAINT notifications_read_at CHECK ((status = 'read') = (read_at IS NOT NULL))
  );
  CREATE INDEX notifications_changes ON notifications (project_id, user_id, changed_number);
  CREATE INDEX notifications_as_made ON notifications
    (project_id, user_id, access_level, notification_type, created_at DESC, id DESC)
    INCLUDE (created_number) WHERE NOT touched;
  CREATE INDEX notifications_touched ON notifications (project_id, user_id) WHERE touched;
  CREATE INDEX notifications_read ON notifications (read_at) WHERE status = 'read';
  CREATE INDEX notifications_age ON notifications USING brin (created_at);`;

const CREATE_MARKS = `
  CREATE TABLE notification_marks (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    number bigint NOT NULL,
    at timestamptz(3) NOT NULL,
    covers_admin boolean NOT NULL,
    read_viewer integer NOT NULL,
    read_admin integer NOT NULL,
    oldest timestamptz(3),
    newest timestamptz(3),
    CONSTRAINT notification_marks_pkey PRIMARY KEY (project_id, user_id, number),
    CONSTRAINT notification_marks_inbox FOREIGN KEY (project_id, user_id)
      REFERENCES notification_inboxes (project_id, user_id),
    CONSTRAINT notification_marks_read CHECK (read_viewer >= 0 AND read_admin >= 0)
  );
  CREATE INDEX notification_marks_age ON notification_marks (at);`;

const CREATE_DELETIONS = `
  CREATE TABLE notification_deletions (
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    number bigint NOT NULL,
    at timestamptz(3) NOT NULL,
    covers_admin boolean NOT NULL,
    notification_id uuid,
    CONSTRAINT notification_deletions_pkey PRIMARY KEY (project_id, user_id, number),
    CONSTRAINT notification_deletions_inbox FOREIGN KEY (project_id, user_id)
      REFERENCES notification_inboxes (project_id, user_id)
  );
  CREATE INDEX notification_deletions_age ON notification_deletions (at);`;

/** Notifications of users, and what users did with them. */
export class CreateNotifications1795565000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_INBOXES);
    await runner.query(CREATE_NOTIFICATIONS);
    await runner.query(CREATE_MARKS);
    await runner.query(CREATE_DELETIONS);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
