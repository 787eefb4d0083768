import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts are found by the name of their campaign, in any case: they are renamed with it. */
export class FindDraftsByCampaign1797984000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
    await runner.query(SEARCHABLE_DRAFTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const INDEX = `
  CREATE INDEX drafts_in_campaign ON drafts (project_id, lower(campaign_name)) WHERE campaign_name IS NOT NULL`;

/** PostgreSQL uses an index of an expression on a view of the owner, but not on a table with a policy. */
const SEARCHABLE_DRAFTS = `
  CREATE VIEW searchable_drafts AS SELECT project_id, id, campaign_name FROM drafts
   WHERE (SELECT current_setting('pks.project_id', true)) = '*'
      OR project_id = (SELECT nullif(current_setting('pks.project_id', true), '')::uuid)`;
