import type { MigrationInterface, QueryRunner } from 'typeorm';

const DELETED_PROJECTS = `
  CREATE TABLE deleted_projects (
    id uuid NOT NULL,
    deleted_at timestamptz(3) NOT NULL DEFAULT now(),
    passes smallint NOT NULL DEFAULT 0,
    next_pass_at timestamptz(3) DEFAULT now(),
    CONSTRAINT deleted_projects_pkey PRIMARY KEY (id)
  );
  CREATE INDEX deleted_projects_due ON deleted_projects (next_pass_at) WHERE next_pass_at IS NOT NULL`;

/** The projects that were deleted, and how far the deletion of what is stored of them is. */
export class DeleteProjects1797552000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(DELETED_PROJECTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
