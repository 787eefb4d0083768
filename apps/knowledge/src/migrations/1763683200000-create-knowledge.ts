import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Artifacts, their versions and publications, and the changelog. Every key begins with the project. */
export class CreateKnowledge1763683200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDEMPOTENCY_KEYS);
    await runner.query(CATALOGS);
    await runner.query(ARTIFACTS);
    await runner.query(CHANGELOG);
    await runner.query(VERSIONS);
    await runner.query(PUBLICATIONS);
  }

  /** Migrations only go forward. */
  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are not undone.'));
  }
}

const CATALOGS = `
  CREATE TABLE artifact_catalogs (
    project_id uuid NOT NULL,
    next_display_order integer NOT NULL,
    CONSTRAINT artifact_catalogs_pkey PRIMARY KEY (project_id)
  )`;

const ARTIFACTS = `
  CREATE TABLE artifacts (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text COLLATE "C" NOT NULL,
    title text NOT NULL,
    semantic_type text NOT NULL,
    technical_type text NOT NULL,
    in_scope boolean NOT NULL,
    display_order integer NOT NULL,
    "group" text NOT NULL,
    definition_short text NOT NULL,
    definition_long text NOT NULL,
    format_description text NOT NULL,
    capture_discipline text NOT NULL,
    head_version_number integer NOT NULL DEFAULT 0,
    head_updated_at timestamptz(3),
    version_count integer NOT NULL DEFAULT 0,
    published_version_number integer,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT artifacts_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT artifacts_project_slug UNIQUE (project_id, slug)
  );
  CREATE INDEX artifacts_catalog_order ON artifacts (project_id, in_scope DESC, display_order, slug, id)`;

const CHANGELOG = `
  CREATE TABLE changelog_entries (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    artifact_id uuid,
    description text NOT NULL,
    user_id uuid,
    user_email text,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT changelog_entries_pkey PRIMARY KEY (project_id, id)
  );
  CREATE INDEX changelog_entries_newest ON changelog_entries (project_id, created_at, id)`;

const VERSIONS = `
  CREATE TABLE artifact_versions (
    project_id uuid NOT NULL,
    artifact_id uuid NOT NULL,
    version_number integer NOT NULL,
    id uuid NOT NULL,
    short_name text NOT NULL,
    change_summary text NOT NULL,
    edit_source text NOT NULL,
    coach_conversation_id uuid,
    conversation jsonb,
    payload json NOT NULL,
    changelog_entry_id uuid NOT NULL,
    created_by_id uuid,
    created_by_email text,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT artifact_versions_pkey PRIMARY KEY (project_id, artifact_id, version_number),
    CONSTRAINT artifact_versions_project_id UNIQUE (project_id, id),
    CONSTRAINT artifact_versions_artifact FOREIGN KEY (project_id, artifact_id)
      REFERENCES artifacts (project_id, id) ON DELETE CASCADE,
    CONSTRAINT artifact_versions_changelog_entry FOREIGN KEY (project_id, changelog_entry_id)
      REFERENCES changelog_entries (project_id, id)
  )`;

const PUBLICATIONS = `
  CREATE TABLE publications (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    artifact_id uuid NOT NULL,
    from_version_number integer,
    to_version_number integer NOT NULL,
    published_by_id uuid,
    published_by_email text,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT publications_pkey PRIMARY KEY (project_id, id)
  );
  CREATE INDEX publications_newest ON publications (project_id, artifact_id, created_at, id)`;

const IDEMPOTENCY_KEYS = `
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
