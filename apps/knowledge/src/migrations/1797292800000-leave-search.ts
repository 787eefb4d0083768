import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Search is a service of its own: what its index has is stored there, and documents that were being read are read by it. */
export class LeaveSearch1797292800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE interview_summaries, indexed_sources, search_generations');
    await runner.query(READ_AGAIN);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

/** Their jobs are done by nobody any more. */
const READ_AGAIN = `
  UPDATE documents SET reading_turn = 'waiting'
   WHERE status = 'active' AND read_at IS NULL AND indexing_status IN ('created', 'indexing')`;
