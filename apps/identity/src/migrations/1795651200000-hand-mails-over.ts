import type { MigrationInterface, QueryRunner } from 'typeorm';

const HAND_OVER = `
  WITH handed_over AS (
    UPDATE mails SET sent_at = now() WHERE sent_at IS NULL
    RETURNING project_id, id, kind, recipient, invite_id, edition)
  INSERT INTO outbox (id, subject, payload)
  SELECT id, 'identity.event.invite-issued',
         jsonb_build_object('project_id', project_id, 'invite_id', invite_id, 'edition', edition, 'email', recipient,
                            'kind', CASE kind WHEN 'invite' THEN 'new_user' ELSE 'existing_user' END)
    FROM handed_over`;

/** The notifications service sends e-mails from now on: unsent ones become events, and the table is no longer used. */
export class HandMailsOver1795651200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(HAND_OVER);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
