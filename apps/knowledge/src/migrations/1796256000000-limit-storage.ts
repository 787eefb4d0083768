import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the files of a project take up is stored: of all rooms and documents, until their bytes are deleted. */
export class LimitStorage1796256000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_STORAGE);
    await runner.query(COUNT_STORAGE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const CREATE_STORAGE = `
  ALTER TABLE document_rooms ADD COLUMN bytes integer NOT NULL DEFAULT 0;
  CREATE TABLE document_storage (
    project_id uuid NOT NULL,
    bytes bigint NOT NULL,
    files integer NOT NULL,
    CONSTRAINT document_storage_pkey PRIMARY KEY (project_id)
  ) WITH (fillfactor = 50)`;

const COUNT_STORAGE = `
  INSERT INTO document_storage (project_id, bytes, files)
  SELECT project_id, sum(bytes), count(*) FROM (
    SELECT project_id, file_size AS bytes FROM documents
     UNION ALL SELECT project_id, bytes FROM document_rooms) file
   GROUP BY project_id`;
