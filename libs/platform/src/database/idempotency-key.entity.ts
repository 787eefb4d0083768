import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a request under an idempotency key came to; kept in the transaction of its effect. */
@Entity('idempotency_keys')
@Index('idempotency_keys_created_at', ['createdAt'])
export class IdempotencyKey {
  @PrimaryColumn('uuid', { name: 'credential_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  readonly credentialId!: string;

  /** Method and path. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  readonly operation!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  readonly key!: string;

  @Column('text')
  readonly fingerprint!: string;

  /** The fault it was answered with, to the letter; null for a good answer. */
  @Column('json', { nullable: true })
  readonly fault!: object | null;

  @Column('integer', { nullable: true })
  readonly count!: number | null;

  @Column('bytea')
  readonly body!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  readonly createdAt!: Date;
}

/** The table of the entity above: every service's first migration creates it. */
export const CREATE_IDEMPOTENCY_KEYS = `
  CREATE TABLE idempotency_keys (
    credential_id uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    fault json,
    count integer,
    body bytea NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT idempotency_keys_pkey PRIMARY KEY (credential_id, operation, key)
  );
  CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at)`;
