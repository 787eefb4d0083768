import type { MigrationInterface, QueryRunner } from 'typeorm';

const EXTEND_USERS = `
  ALTER TABLE users
    ADD COLUMN kind text NOT NULL DEFAULT 'user',
    ADD COLUMN name text,
    ADD CONSTRAINT users_kind CHECK (kind IN ('user', 'service_account')),
    ADD CONSTRAINT users_service_account
      CHECK (kind = 'user' OR (name IS NOT NULL AND password_hash IS NULL))`;

const CREATE_API_KEYS = `
  CREATE TABLE api_keys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    secret_hash text NOT NULL,
    status text NOT NULL,
    expires_at timestamptz(3),
    revoked_at timestamptz(3),
    last_used_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT api_keys_pkey PRIMARY KEY (id),
    CONSTRAINT api_keys_secret_hash UNIQUE (secret_hash),
    CONSTRAINT api_keys_user FOREIGN KEY (user_id) REFERENCES users (id),
    CONSTRAINT api_keys_status CHECK (status IN ('active', 'disabled'))
  );
  CREATE INDEX api_keys_user_id ON api_keys (user_id, created_at)`;

/** Service accounts and their keys. */
export class AddServiceAccounts1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXTEND_USERS);
    await runner.query(CREATE_API_KEYS);
  }

  down(): Promise<void> {
    throw new Error('Migrations run forward only.');
  }
}
