import { USER_TOKEN_PREFIX, hashOfSecret, makeSecret } from '@pks/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { v7 } from 'uuid';
import { User } from '../users/user.entity.ts';

const DAY_MS = 24 * 60 * 60_000;
const LIFETIME_MS = 90 * DAY_MS;
/** A use is recorded only if the last recorded one is older than this, so that not every use is a write. */
const NOTED_EVERY_MS = 60 * 60_000;

/** A new token with its secret, which is stored nowhere. */
export interface IssuedToken {
  readonly token: UserToken;
  readonly secret: string;
}

/** A user's credential, stored as the hash of its secret. It expires after 90 days without use (decisions 2). */
@Entity('user_tokens')
@Unique('user_tokens_secret_hash', ['secretHash'])
@Index('user_tokens_user_id', ['userId'])
export class UserToken {
  /** How many tokens a user may have: one more ends the least recently used. */
  static readonly MOST = 100;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'user_tokens_pkey' })
  readonly id!: string;

  @Column('uuid', { name: 'user_id' })
  @ForeignKey(() => User, { name: 'user_tokens_user' })
  readonly userId!: string;

  @Column('text', { name: 'secret_hash' })
  readonly secretHash!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3 })
  readonly lastUsedAt!: Date;

  static issue(userId: string, now: Date): IssuedToken {
    const secret = makeSecret(USER_TOKEN_PREFIX);
    const secretHash = hashOfSecret(secret);
    const token = { id: v7(), userId, secretHash, createdAt: now, lastUsedAt: now };
    return { secret, token: Object.assign(new UserToken(), token satisfies Partial<UserToken>) };
  }

  /** When this token expires, unless it is used before. */
  get expiresAt(): Date {
    return new Date(this.lastUsedAt.getTime() + LIFETIME_MS);
  }

  /** A token that was last used at this time or before has expired. */
  static endedIfUnusedSince(now: Date): Date {
    return new Date(now.getTime() - LIFETIME_MS);
  }

  /** A use is recorded if the last recorded one was before this time. */
  static recordUseIfBefore(now: Date): Date {
    return new Date(now.getTime() - NOTED_EVERY_MS);
  }
}
