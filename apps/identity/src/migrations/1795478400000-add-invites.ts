import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_INVITES = `
  CREATE TABLE invites (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    email text COLLATE "C" NOT NULL,
    permissions text[] NOT NULL,
    profile text NOT NULL,
    status text NOT NULL,
    edition integer NOT NULL,
    token_hash text,
    expires_at timestamptz(3) NOT NULL,
    invited_by uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT invites_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT invites_project FOREIGN KEY (project_id) REFERENCES projects (id),
    CONSTRAINT invites_inviter FOREIGN KEY (invited_by) REFERENCES users (id),
    CONSTRAINT invites_profile CHECK (profile IN ('tech', 'contributor', 'user')),
    CONSTRAINT invites_status CHECK (status IN ('pending', 'accepted', 'cancelled')),
    CONSTRAINT invites_token CHECK (status = 'pending' OR token_hash IS NULL)
  );
  CREATE UNIQUE INDEX invites_pending_email ON invites (project_id, lower(email)) WHERE status = 'pending';
  CREATE INDEX invites_created_at ON invites (project_id, created_at);
  CREATE INDEX invites_token_hash ON invites (token_hash)`;

const CREATE_MAILS = `
  CREATE TABLE mails (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    invite_id uuid NOT NULL,
    edition integer NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamptz(3) NOT NULL,
    sent_at timestamptz(3),
    last_error text,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT mails_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT mails_invite FOREIGN KEY (project_id, invite_id) REFERENCES invites (project_id, id),
    CONSTRAINT mails_kind CHECK (kind IN ('invite', 'welcome'))
  );
  CREATE INDEX mails_invite_id ON mails (project_id, invite_id);
  CREATE INDEX mails_due ON mails (next_attempt_at, id) WHERE sent_at IS NULL;
  CREATE INDEX mails_created_at ON mails (created_at)`;

const CREATE_OUTBOX = `
  CREATE TABLE outbox (
    id uuid NOT NULL,
    subject text NOT NULL,
    payload jsonb NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT outbox_pkey PRIMARY KEY (id)
  );
  CREATE INDEX outbox_created_at ON outbox (created_at)`;

/** Invites, the e-mails about them, and the events of this service. */
export class AddInvites1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_INVITES);
    await runner.query(CREATE_MAILS);
    await runner.query(CREATE_OUTBOX);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
