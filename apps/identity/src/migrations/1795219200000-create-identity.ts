import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_USERS = `
  CREATE TABLE users (
    id uuid NOT NULL,
    email text COLLATE "C" NOT NULL,
    password_hash text,
    is_active boolean NOT NULL DEFAULT true,
    date_joined timestamptz(3) NOT NULL,
    CONSTRAINT users_pkey PRIMARY KEY (id)
  );
  CREATE UNIQUE INDEX users_email ON users (lower(email));

  CREATE TABLE user_tokens (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    secret_hash text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3) NOT NULL,
    CONSTRAINT user_tokens_pkey PRIMARY KEY (id),
    CONSTRAINT user_tokens_secret_hash UNIQUE (secret_hash),
    CONSTRAINT user_tokens_user FOREIGN KEY (user_id) REFERENCES users (id)
  );
  CREATE INDEX user_tokens_user_id ON user_tokens (user_id);`;

const CREATE_ORGANIZATIONS = `
  CREATE TABLE organizations (
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT organizations_pkey PRIMARY KEY (id)
  );
  CREATE INDEX organizations_name ON organizations (name);

  CREATE TABLE organization_users (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT organization_users_pkey PRIMARY KEY (organization_id, user_id),
    CONSTRAINT organization_users_organization FOREIGN KEY (organization_id) REFERENCES organizations (id),
    CONSTRAINT organization_users_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT organization_users_role CHECK (role IN ('admin', 'member'))
  );
  CREATE INDEX organization_users_user_id ON organization_users (user_id);`;

const CREATE_PROJECTS = `
  CREATE TABLE projects (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    artifact_publish_mode text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT projects_pkey PRIMARY KEY (id),
    CONSTRAINT projects_organization FOREIGN KEY (organization_id) REFERENCES organizations (id),
    CONSTRAINT projects_publish_mode CHECK (artifact_publish_mode IN ('auto_publish', 'manual_publish'))
  );
  CREATE INDEX projects_organization_id ON projects (organization_id);

  CREATE TABLE project_users (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    permissions text[] NOT NULL,
    profile text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT project_users_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT project_users_project_user UNIQUE (project_id, user_id),
    CONSTRAINT project_users_project FOREIGN KEY (project_id) REFERENCES projects (id),
    CONSTRAINT project_users_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT project_users_profile CHECK (profile IN ('tech', 'contributor', 'user'))
  );
  CREATE INDEX project_users_user_id ON project_users (user_id, project_id);`;

const CREATE_IDEMPOTENCY_KEYS = `
  CREATE TABLE idempotency_keys (
    credential_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    fault json,
    count integer,
    body bytea NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (credential_id, operation, key)
  );
  CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)`;

/** The schema of the identity service. */
export class CreateIdentity1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_USERS);
    await runner.query(CREATE_ORGANIZATIONS);
    await runner.query(CREATE_PROJECTS);
    await runner.query(CREATE_IDEMPOTENCY_KEYS);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
