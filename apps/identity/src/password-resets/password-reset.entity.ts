import { wasAhead } from '@pks/platform';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { User } from '../users/user.entity.ts';

const MINUTE_MS = 60_000;
/** A token expires this long after it was requested (decisions 2). */
const LIFETIME_MS = 60 * MINUTE_MS;
/** A token that is valid for less than this is not mailed again. */
const MAIL_AGAIN_MS = 15 * MINUTE_MS;

/** The last requested reset of a user's password. Each edition has its own token, whose hash is stored while the token is valid. */
@Entity('password_resets')
@Index('password_resets_token_hash', ['tokenHash'])
export class PasswordReset {
  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'password_resets_pkey' })
  @ForeignKey(() => User, { name: 'password_resets_user' })
  readonly userId!: string;

  /** The id from which its tokens are derived. */
  @Column('uuid')
  readonly id!: string;

  /** The mailbox to which the token was sent. */
  @Column({ type: 'text', collation: 'C' })
  email!: string;

  @Column('integer')
  edition!: number;

  @Column('text', { name: 'token_hash', nullable: true })
  tokenHash!: string | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3 })
  requestedAt!: Date;

  /**
   * The next reset to mail, after the last one if there is any, without its token yet. While the token last mailed to this mailbox stays
   * valid for some time, the edition is the same: nobody can invalidate that token by requesting another, nor make it valid for longer than
   * an hour. Otherwise it is the next edition.
   */
  static request({ id: userId, email }: User, last: PasswordReset | null, now: Date): PasswordReset {
    const repeated =
      last?.email === email && last.isOpen(new Date(now.getTime() + MAIL_AGAIN_MS)) ? last : null;
    const reset = {
      userId,
      id: last?.id ?? v7(),
      email,
      edition: repeated?.edition ?? (last?.edition ?? 0) + 1,
      tokenHash: null,
      expiresAt: repeated?.expiresAt ?? new Date(now.getTime() + LIFETIME_MS),
      requestedAt: now,
    };
    return Object.assign(new PasswordReset(), reset satisfies Partial<PasswordReset>);
  }

  /** Whether another e-mail may be sent: at most one a minute. */
  mayRepeat(now: Date): boolean {
    return wasAhead(this.requestedAt, now) || now.getTime() - this.requestedAt.getTime() >= MINUTE_MS;
  }

  /** Whether its token is valid now. */
  isOpen(now: Date): boolean {
    return this.tokenHash !== null && now < this.expiresAt;
  }

  /** Whether its token is valid now for the user, who has to be active and still have the mailbox to which it was sent. */
  isOpenFor({ id, isActive, email }: User, now: Date): boolean {
    return id === this.userId && isActive && email === this.email && this.isOpen(now);
  }
}
