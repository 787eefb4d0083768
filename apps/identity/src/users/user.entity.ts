import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';

/** Somebody who may hold credentials. An e-mail belongs to one user, its case ignored (`users_email`, on `lower(email)`). */
@Entity('users')
@Index('users_email', { synchronize: false })
export class User {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'users_pkey' })
  readonly id!: string;

  @Column({ type: 'text', collation: 'C' })
  readonly email!: string;

  /** Null: cannot log in with a password. */
  @Column('text', { name: 'password_hash', nullable: true })
  readonly passwordHash!: string | null;

  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  @Column({ type: 'timestamptz', name: 'date_joined', precision: 3 })
  readonly dateJoined!: Date;

  /** A new, active user. */
  static join(email: string, passwordHash: string | null, now: Date): User {
    const user = { id: v7(), email, passwordHash, isActive: true, dateJoined: now };
    return Object.assign(new User(), user satisfies Partial<User>);
  }
}
