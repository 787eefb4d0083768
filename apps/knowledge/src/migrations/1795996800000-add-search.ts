import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which passages of the search index count. Generations are of the whole installation; all else begins with the project. */
export class AddSearch1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(GENERATIONS);
    await runner.query(SOURCES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const GENERATIONS = `
  CREATE TABLE search_generations (
    number integer NOT NULL,
    model text NOT NULL,
    dimensions integer NOT NULL,
    state text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT search_generations_pkey PRIMARY KEY (number),
    CONSTRAINT search_generations_state CHECK (state IN ('building', 'current', 'retired'))
  );
  CREATE UNIQUE INDEX search_generations_one_current ON search_generations (state) WHERE state = 'current';
  CREATE UNIQUE INDEX search_generations_one_building ON search_generations (state) WHERE state = 'building'`;

const SOURCES = `
  CREATE TABLE indexed_sources (
    project_id uuid NOT NULL,
    generation integer NOT NULL,
    source_id uuid NOT NULL,
    kind text NOT NULL,
    attempt_id uuid NOT NULL,
    indexing_id uuid,
    name text,
    version_number integer,
    has_meaning boolean NOT NULL DEFAULT false,
    CONSTRAINT indexed_sources_pkey PRIMARY KEY (project_id, generation, source_id),
    CONSTRAINT indexed_sources_kind CHECK (kind IN ('artifact', 'document'))
  )`;
