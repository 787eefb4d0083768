import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';

/** A person, or a service account, which authenticates with API keys. */
export type UserKind = 'user' | 'service_account';

/** A holder of credentials. An e-mail, its case ignored, belongs to one user (`users_email`, on `lower(email)`). */
@Entity('users')
@Index('users_email', { synchronize: false })
@Check('users_kind', "kind IN ('user', 'service_account')")
@Check('users_service_account', "kind = 'user' OR (name IS NOT NULL AND password_hash IS NULL)")
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' })
  readonly id!: string;

  @Column({ type: 'text', collation: 'C' })
  email!: string;

  /** Null for a user who has no password to log in with. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** False if the installation deactivated the account; an organization suspends only its own membership. */
  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  @Column({ type: 'timestamptz', name: 'date_joined', precision: 3 })
  readonly dateJoined!: Date;

  @Column('text', { default: 'user' })
  readonly kind!: UserKind;

  /** When the user first proved that they read their mailbox, or the installation vouched for it; null until then. */
  @Column({ type: 'timestamptz', name: 'mailbox_proved_at', precision: 3, nullable: true })
  mailboxProvedAt!: Date | null;

  /** The name of a service account. */
  @Column('text', { nullable: true })
  readonly name!: string | null;

  /** A new, active user whom an organization made; they have not proved yet that they read their mailbox. */
  static join(email: string, passwordHash: string | null, now: Date): User {
    return made({ kind: 'user', email, name: null, passwordHash, dateJoined: now });
  }

  /** A new, active user who reads their mailbox: they accepted an invite, or the installation vouches for them. */
  static prove(email: string, passwordHash: string | null, now: Date): User {
    return Object.assign(User.join(email, passwordHash, now), { mailboxProvedAt: now });
  }

  /** A new, active service account: it never has a password to log in with. */
  static serve(email: string, name: string, now: Date): User {
    return made({ kind: 'service_account', email, name, passwordHash: null, dateJoined: now });
  }
}

function made(user: Pick<User, 'kind' | 'email' | 'name' | 'passwordHash' | 'dateJoined'>): User {
  return Object.assign(new User(), {
    id: v7(),
    isActive: true,
    mailboxProvedAt: null,
    ...user,
  } satisfies Partial<User>);
}
