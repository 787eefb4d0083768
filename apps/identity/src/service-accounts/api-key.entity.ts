import {
  API_KEY_PREFIX,
  type ApiKey as ApiKeyView,
  type SettableKeyStatus,
  hashOfSecret,
  makeSecret,
} from '@pks/contracts';
import { NotPossible } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { v7 } from 'uuid';
import { User } from '../users/user.entity.ts';
import { statusOf } from './key-status.ts';

/** The length of the part of a key that is shown, to tell keys apart. Characters. */
const PREFIX_LENGTH = 12;

/** What can be changed about a key. */
export interface KeyChoices {
  readonly name: string;
  readonly status: SettableKeyStatus;
  readonly expiresAt: Date | null;
}

/** A new key with its secret, which is stored nowhere. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly secret: string;
}

/** A service account's credential, stored as the hash of its secret. Revoking it is permanent (decisions 2). */
@Entity('api_keys')
@Unique('api_keys_secret_hash', ['secretHash'])
@Index('api_keys_user_id', ['userId', 'createdAt'])
@Check('api_keys_status', "status IN ('active', 'disabled')")
export class ApiKey {
  /** How many of the newest keys of a service account are kept, however long ago they ended. */
  static readonly KEPT = 1_000;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' })
  readonly id!: string;

  @Column('uuid', { name: 'user_id' })
  @ForeignKey(() => User, { name: 'api_keys_user' })
  readonly userId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  readonly prefix!: string;

  @Column('text', { name: 'secret_hash' })
  readonly secretHash!: string;

  @Column('text')
  status!: SettableKeyStatus;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  readonly lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  /** A new, active key. */
  static issue(userId: string, { name, expiresAt }: Omit<KeyChoices, 'status'>, now: Date): IssuedKey {
    const secret = makeSecret(API_KEY_PREFIX);
    const key = {
      id: v7(),
      userId,
      name,
      prefix: secret.slice(0, PREFIX_LENGTH),
      secretHash: hashOfSecret(secret),
      status: 'active' as const,
      expiresAt,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: now,
    };
    return { secret, key: Object.assign(new ApiKey(), key satisfies Partial<ApiKey>) };
  }

  /** Whether the key is revoked or expired. */
  isOver(now: Date): boolean {
    return this.revokedAt !== null || (this.expiresAt !== null && this.expiresAt <= now);
  }

  /** Sets the given fields, and keeps the others. @throws NotPossible once the key is revoked. */
  change(choices: Partial<KeyChoices>): void {
    if (this.revokedAt !== null) throw new NotPossible('A revoked API key cannot be changed.');
    Object.assign(this, choices);
  }

  /** Revokes the key permanently; false if it already was. */
  revoke(now: Date): boolean {
    if (this.revokedAt !== null) return false;
    this.revokedAt = now;
    return true;
  }

  /** The key as the API shows it. */
  view(now: Date): ApiKeyView {
    const { id, name, prefix, status } = this;
    const expires_at = this.expiresAt?.toISOString() ?? null;
    const revoked_at = this.revokedAt?.toISOString() ?? null;
    return {
      id,
      name,
      prefix,
      status: statusOf({ status, expires_at, revoked_at }, now),
      expires_at,
      last_used_at: this.lastUsedAt?.toISOString() ?? null,
      created_at: this.createdAt.toISOString(),
    };
  }
}
