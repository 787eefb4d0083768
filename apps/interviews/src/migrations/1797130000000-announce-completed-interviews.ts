import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Has the interviews that are completed already copied by other services, which search them: their own events may have been
 * published too long ago.
 */
export class AnnounceCompletedInterviews1797130000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANNOUNCE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}

const ANNOUNCE = `
  INSERT INTO outbox (id, subject, payload)
  SELECT uuidv7(), 'interviews.event.interview-updated',
         jsonb_build_object('project_id', project_id, 'interview_id', id)
    FROM interviews WHERE status = 'completed'`;
