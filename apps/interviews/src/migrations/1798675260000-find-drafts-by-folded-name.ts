import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts name their campaign, which is looked up by its folded name. Reads go on while the new index is built, and find the old one until then. */
export class FindDraftsByFoldedName1798675260000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEX);
    await runner.query('DROP INDEX drafts_in_campaign');
    await runner.query('ALTER INDEX drafts_of_campaign RENAME TO drafts_in_campaign');
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const INDEX = `
  CREATE INDEX drafts_of_campaign ON drafts (project_id, translate(lower(campaign_name), 'ς', 'σ'))
   WHERE campaign_name IS NOT NULL`;
