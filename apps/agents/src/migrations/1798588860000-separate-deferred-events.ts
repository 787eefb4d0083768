import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is due is found without the events of other consumers, and dead letters are found without what is still retried. */
export class SeparateDeferredEvents1798588860000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX deferred_events_due');
    await runner.query(
      'CREATE INDEX deferred_events_due ON deferred_events (consumer, next_attempt_at) WHERE dead_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX deferred_events_dead ON deferred_events (dead_at, consumer, event_id) WHERE dead_at IS NOT NULL',
    );
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
