import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The response to a request with an idempotency key, stored in the transaction of its effect. */
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

  /** The exact fault of the response; null for a success. */
  @Column('json', { nullable: true })
  readonly fault!: object | null;

  @Column('integer', { nullable: true })
  readonly count!: number | null;

  @Column('bytea')
  readonly body!: Buffer;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  readonly createdAt!: Date;
}
