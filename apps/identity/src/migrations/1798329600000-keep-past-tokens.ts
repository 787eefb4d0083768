import type { MigrationInterface, QueryRunner } from 'typeorm';

const CREATE_PAST_TOKENS = `
  CREATE TABLE past_tokens (
    secret_hash text NOT NULL,
    user_id uuid NOT NULL,
    is_revoked boolean NOT NULL,
    ended_at timestamptz(3) NOT NULL,
    CONSTRAINT past_tokens_pkey PRIMARY KEY (secret_hash),
    CONSTRAINT past_tokens_user FOREIGN KEY (user_id) REFERENCES users (id)
  );
  CREATE INDEX past_tokens_user_id ON past_tokens (user_id, ended_at)`;

/** Who still sends a token that is valid no longer is told why. */
export class KeepPastTokens1798329600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_PAST_TOKENS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations run forward only.'));
  }
}
