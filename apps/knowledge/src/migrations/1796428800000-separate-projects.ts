import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The project that the transaction works for. */
const OWN = `nullif(current_setting('pks.project_id', true), '')::uuid`;

const TABLES = [
  'artifact_catalogs',
  'artifacts',
  'artifact_versions',
  'publications',
  'changelog_entries',
  'document_catalogs',
  'document_type_counts',
  'document_rooms',
  'document_storage',
  'documents',
  'document_sections',
  'metadata_keys',
  'metadata_values',
  'metadata_bits',
  'indexed_sources',
] as const;

/**
 * For searches: a condition on a table with a policy may be an index's only if PostgreSQL trusts its functions, and those
 * of trigrams are not. A view of the owner has the same condition as the policy, and no such rule. `*` is every project.
 */
const SEARCHABLE = `WHERE (SELECT current_setting('pks.project_id', true)) = '*' OR project_id = (SELECT ${OWN})`;

const SEARCHABLE_DOCUMENTS = `
  CREATE VIEW searchable_documents AS
    SELECT project_id, id, number, name, content_type, status
      FROM documents ${SEARCHABLE}`;

/** A statement sees and changes only rows of the project that it runs for. */
export class SeparateProjects1796428800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
      await runner.query(`CREATE POLICY own_project ON ${table} USING (project_id = ${OWN})`);
    }
    await runner.query(SEARCHABLE_DOCUMENTS);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
