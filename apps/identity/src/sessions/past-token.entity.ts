import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../users/user.entity.ts';

/** A token that was valid. A user has the 100 that ended last. */
@Entity('past_tokens')
@Index('past_tokens_user_id', ['userId', 'endedAt'])
export class PastToken {
  /** A user has at most this many. */
  static readonly MOST = 100;

  @PrimaryColumn('text', { name: 'secret_hash', primaryKeyConstraintName: 'past_tokens_pkey' })
  readonly secretHash!: string;

  @Column('uuid', { name: 'user_id' })
  @ForeignKey(() => User, { name: 'past_tokens_user' })
  readonly userId!: string;

  /** Otherwise it was not used for long, or was the one unused for longest of too many. */
  @Column('boolean', { name: 'is_revoked' })
  readonly isRevoked!: boolean;

  @Column({ type: 'timestamptz', name: 'ended_at', precision: 3 })
  readonly endedAt!: Date;
}
