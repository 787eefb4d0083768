import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_MAIL_ALLOWANCES = `
  CREATE TABLE mail_allowances (
    subject text NOT NULL,
    began_at timestamptz(3) NOT NULL,
    mails integer NOT NULL,
    CONSTRAINT mail_allowances_pkey PRIMARY KEY (subject)
  );
  CREATE INDEX mail_allowances_began_at ON mail_allowances (began_at)`;

/** Mails about invites are bounded. */
export class AllowMails1796688000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_MAIL_ALLOWANCES);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
