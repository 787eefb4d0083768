import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintNumber } from './values.ts';

/** How much is stored of a user's requests with idempotency keys, in the 24 hours that began with the first of them. */
@Entity('idempotency_usage')
@Index('idempotency_usage_began_at', ['beganAt'])
export class IdempotencyUsage {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'idempotency_usage_pkey' })
  readonly userId!: string;

  @Column({ type: 'timestamptz', name: 'began_at', precision: 3 })
  readonly beganAt!: Date;

  @Column('integer')
  readonly keys!: number;

  /** The bytes of the responses. */
  @Column({ type: 'bigint', transformer: bigintNumber })
  readonly bytes!: number;
}
