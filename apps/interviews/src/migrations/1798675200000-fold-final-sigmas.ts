import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `Πελάτες` and `ΠΕΛΆΤΕΣ` are one name of a campaign: `lower` makes `σ` of each `Σ`, and leaves a `ς`. Of campaigns whose names are the same
 * now, one has the key that is looked up, and the others keep theirs. The previous release goes on writing keys by `lower` alone.
 */
export class FoldFinalSigmas1798675200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHECK);
    await runner.query(KEYS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const CHECK = `
  ALTER TABLE campaigns
    DROP CONSTRAINT campaigns_name_key,
    ADD CONSTRAINT campaigns_name_key CHECK (name_key IN (lower(name), translate(lower(name), 'ς', 'σ')))`;

const KEYS = `
  UPDATE campaigns c SET name_key = translate(c.name_key, 'ς', 'σ')
   WHERE c.name_key LIKE '%ς%'
     AND NOT EXISTS (
       SELECT FROM campaigns other
        WHERE other.project_id = c.project_id AND translate(other.name_key, 'ς', 'σ') = translate(c.name_key, 'ς', 'σ')
          AND (other.name_key NOT LIKE '%ς%' OR (other.created_at, other.id) < (c.created_at, c.id)))`;
