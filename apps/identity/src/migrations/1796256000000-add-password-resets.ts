import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_PASSWORD_RESETS = `
  CREATE TABLE password_resets (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    email text COLLATE "C" NOT NULL,
    edition integer NOT NULL,
    token_hash text,
    expires_at timestamptz(3) NOT NULL,
    requested_at timestamptz(3) NOT NULL,
    CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
    CONSTRAINT password_resets_user FOREIGN KEY (user_id) REFERENCES users (id)
  );
  CREATE INDEX password_resets_token_hash ON password_resets (token_hash)`;

/** Password resets by e-mail. */
export class AddPasswordResets1796256000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_PASSWORD_RESETS);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
