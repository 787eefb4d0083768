import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import { User } from '../users/user.entity.ts';
import { OrganizationUser } from './organization-user.entity.ts';

/** A token expires this long after it was made, like that of an invite to a project (decisions 2). */
const LIFETIME_MS = 14 * 24 * 60 * 60_000;

/** An invite of an existing account to an organization. Accepting it begins the membership and deletes this row. */
@Entity('organization_invites')
@Index('organization_invites_token_hash', ['tokenHash'])
@ForeignKey(() => OrganizationUser, ['organizationId', 'userId'], ['organizationId', 'userId'], {
  name: 'organization_invites_user',
})
export class OrganizationInvite {
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'organization_invites_pkey' })
  readonly organizationId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'organization_invites_pkey' })
  readonly userId!: string;

  /** The id from which its tokens are derived. */
  @Column('uuid')
  readonly id!: string;

  /** The mailbox to which the token was sent. */
  @Column({ type: 'text', collation: 'C' })
  email!: string;

  /** How many tokens have been made for it. */
  @Column('integer')
  edition!: number;

  /** Null once the invite was withdrawn. */
  @Column('text', { name: 'token_hash', nullable: true })
  tokenHash!: string | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @Column('uuid', { name: 'invited_by' })
  @ForeignKey(() => User, { name: 'organization_invites_inviter' })
  invitedBy!: string;

  /** When an e-mail was last requested. */
  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** A new invite, without a token yet. */
  static write(organizationId: string, user: User, invitedBy: string, now: Date): OrganizationInvite {
    const invite = { organizationId, userId: user.id, id: v7(), edition: 0, tokenHash: null };
    return Object.assign(new OrganizationInvite(), invite).renewed(user.email, invitedBy, now);
  }

  /** Makes this the next edition, whose token invalidates the previous one. */
  renewed(email: string, invitedBy: string, now: Date): this {
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    const edition = this.edition + 1;
    const next = { email, invitedBy, edition, expiresAt, updatedAt: now };
    return Object.assign(this, next satisfies Partial<OrganizationInvite>);
  }

  /** Whether its token is valid now. */
  isOpen(now: Date): boolean {
    return this.tokenHash !== null && now < this.expiresAt;
  }
}
