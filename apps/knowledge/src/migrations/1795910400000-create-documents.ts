import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Documents, the rooms of files on their way, and the index of their metadata. Every key begins with the project. */
export class CreateDocuments1795910400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXTENSIONS);
    await runner.query(CATALOGS);
    await runner.query(ROOMS);
    await runner.query(DOCUMENTS);
    await runner.query(SECTIONS);
    await runner.query(METADATA);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** In the schema that every service's search path ends with; services that share a database may make them at the same time. */
const EXTENSIONS = `
  SELECT pg_advisory_xact_lock(hashtextextended('extensions', 0));
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public`;

const CATALOGS = `
  CREATE TABLE document_catalogs (
    project_id uuid NOT NULL,
    next_number integer NOT NULL,
    newest_at timestamptz(3) NOT NULL,
    count integer NOT NULL,
    CONSTRAINT document_catalogs_pkey PRIMARY KEY (project_id),
    CONSTRAINT document_catalogs_count CHECK (count >= 0)
  ) WITH (fillfactor = 50);
  CREATE TABLE document_type_counts (
    project_id uuid NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    count integer NOT NULL,
    CONSTRAINT document_type_counts_pkey PRIMARY KEY (project_id, content_type),
    CONSTRAINT document_type_counts_count CHECK (count > 0)
  ) WITH (fillfactor = 50)`;

const ROOMS = `
  CREATE TABLE document_rooms (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    given_up boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT document_rooms_pkey PRIMARY KEY (project_id, id)
  )`;

const DOCUMENTS = `
  CREATE TABLE documents (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    content_type text COLLATE "C" NOT NULL,
    file_size integer NOT NULL,
    digest text NOT NULL,
    page_count integer NOT NULL DEFAULT 1,
    metadata json NOT NULL,
    status text NOT NULL DEFAULT 'active',
    indexing_status text NOT NULL,
    indexing_error text,
    readings integer NOT NULL DEFAULT 0,
    read_at timestamptz(3),
    uploaded_by_id uuid NOT NULL,
    uploaded_by_email text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT documents_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT documents_project_number UNIQUE (project_id, number),
    CONSTRAINT documents_status CHECK (status IN ('active', 'deleting')),
    CONSTRAINT documents_indexing_status CHECK (indexing_status IN ('created', 'indexing', 'active', 'failed')),
    CONSTRAINT documents_indexing_error CHECK ((indexing_status = 'failed') = (indexing_error IS NOT NULL))
  );
  CREATE INDEX documents_of_type ON documents (project_id, content_type, number DESC);
  CREATE INDEX documents_name ON documents USING gin (project_id, lower(name) gin_trgm_ops)
    WITH (gin_pending_list_limit = 512)`;

const SECTIONS = `
  CREATE TABLE document_sections (
    project_id uuid NOT NULL,
    document_id uuid NOT NULL,
    position integer NOT NULL,
    page integer NOT NULL,
    heading text NOT NULL,
    text text NOT NULL,
    CONSTRAINT document_sections_pkey PRIMARY KEY (project_id, document_id, position),
    CONSTRAINT document_sections_document FOREIGN KEY (project_id, document_id)
      REFERENCES documents (project_id, id) ON DELETE CASCADE
  );
  CREATE INDEX document_sections_page ON document_sections (project_id, document_id, page, position)`;

const METADATA = `
  CREATE TABLE metadata_keys (
    project_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    pair_count integer NOT NULL,
    value_count integer NOT NULL,
    CONSTRAINT metadata_keys_pkey PRIMARY KEY (project_id, key),
    CONSTRAINT metadata_keys_counts CHECK (pair_count > 0 AND value_count BETWEEN 0 AND pair_count)
  ) WITH (fillfactor = 50);
  CREATE INDEX metadata_keys_alphabet ON metadata_keys (project_id, casefold(key COLLATE pg_unicode_fast), key);
  CREATE TABLE metadata_values (
    project_id uuid NOT NULL,
    key text COLLATE "C" NOT NULL,
    digest bytea NOT NULL,
    value text COLLATE "C" NOT NULL,
    count integer NOT NULL,
    CONSTRAINT metadata_values_pkey PRIMARY KEY (project_id, key, digest),
    CONSTRAINT metadata_values_count CHECK (count > 0)
  );
  CREATE INDEX metadata_values_frequent ON metadata_values (project_id, key, count DESC, left(value, 100));
  CREATE TABLE metadata_bits (
    project_id uuid NOT NULL,
    folded bytea NOT NULL,
    chunk integer NOT NULL,
    bits bit(16384) NOT NULL,
    CONSTRAINT metadata_bits_pkey PRIMARY KEY (project_id, folded, chunk)
  )`;
