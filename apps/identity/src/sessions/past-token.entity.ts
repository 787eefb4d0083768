import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A token that was valid. Of each user, the 100 that ended last are kept. */
@Entity('past_tokens')
@Index('past_tokens_user_id', ['userId', 'endedAt'])
export class PastToken {
  /** How many are kept for a user. */
  static readonly MOST = 100;

  @PrimaryColumn('text', { name: 'secret_hash', primaryKeyConstraintName: 'past_tokens_pkey' })
  readonly secretHash!: string;

  @Column('uuid', { name: 'user_id' })
  readonly userId!: string;

  /** Whether it was revoked; otherwise it was not used for too long, or was the least recently used of too many. */
  @Column('boolean', { name: 'is_revoked' })
  readonly isRevoked!: boolean;

  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3 })
  readonly endedAt!: Date;
}
