import type { Invite as InviteView, InviteStatus, Permission, Profile, UserReference } from '@pks/contracts';
import { NotPossible, changeTime, wasAhead } from '@pks/platform';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v7 } from 'uuid';
import type { Rights } from '../project-users/project-user.entity.ts';
import { distinct } from '../project-users/project-user.entity.ts';
import { Project } from '../projects/project.entity.ts';
import { User } from '../users/user.entity.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A token expires this long after it was made (decisions 2). */
const LIFETIME_MS = 14 * DAY_MS;

/** Who invites whom, and with which rights. */
export interface Invitation extends Rights {
  readonly projectId: string;
  readonly email: string;
  readonly invitedBy: string;
}

/**
 * An invite to a project. An e-mail, ignoring case, has at most one pending invite to a project
 * (`invites_pending_email`, on `lower(email)`). Each edition has its own token, whose hash is stored while the token is
 * valid. `invites_token_hash` serves the look-up by token, which does not name a project.
 */
@Entity('invites')
@Index('invites_pending_email', { synchronize: false })
@Index('invites_created_at', ['projectId', 'createdAt'])
@Index('invites_token_hash', ['tokenHash'])
@Check('invites_profile', "profile IN ('tech', 'contributor', 'user')")
@Check('invites_status', "status IN ('pending', 'accepted', 'cancelled')")
@Check('invites_token', "status = 'pending' OR token_hash IS NULL")
export class Invite {
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'invites_pkey' })
  @ForeignKey(() => Project, { name: 'invites_project' })
  readonly projectId!: string;

  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'invites_pkey' })
  readonly id!: string;

  @Column({ type: 'text', collation: 'C' })
  readonly email!: string;

  @Column('text', { array: true })
  permissions!: readonly Permission[];

  @Column('text')
  profile!: Profile;

  @Column('text')
  status!: InviteStatus;

  /** How many tokens have been made for it. */
  @Column('integer')
  edition!: number;

  @Column('text', { name: 'token_hash', nullable: true })
  tokenHash!: string | null;

  /** When its token expires. */
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @Column('uuid', { name: 'invited_by' })
  @ForeignKey(() => User, { name: 'invites_inviter' })
  invitedBy!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3 })
  updatedAt!: Date;

  /** A new invite, pending and without a token yet. */
  static write({ projectId, email, invitedBy, permissions, profile }: Invitation, now: Date): Invite {
    const invite = {
      projectId,
      id: v7(),
      email,
      permissions: distinct(permissions),
      profile,
      status: 'pending' as const,
      edition: 1,
      tokenHash: null,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
      invitedBy,
      createdAt: now,
      updatedAt: now,
    };
    return Object.assign(new Invite(), invite satisfies Partial<Invite>);
  }

  /** Whether its token is valid now. */
  isOpen(now: Date): boolean {
    return this.status === 'pending' && now < this.expiresAt;
  }

  /** Whether its token was sent within the last minute, or since `wantedAt`. */
  isSent(wantedAt: Date, now: Date): boolean {
    const sentAt = new Date(this.expiresAt.getTime() - LIFETIME_MS);
    const isRecent = sentAt >= wantedAt || now.getTime() - sentAt.getTime() < MINUTE_MS;
    return this.status === 'pending' && isRecent && !wasAhead(sentAt, now);
  }

  /** Gives it other rights; its token remains the same. */
  renew({ permissions, profile, invitedBy }: Invitation, now: Date): void {
    const updatedAt = changeTime(now, this.updatedAt);
    const renewed = { permissions: distinct(permissions), profile, invitedBy, updatedAt };
    Object.assign(this, renewed satisfies Partial<Invite>);
  }

  /** Marks it as accepted, and invalidates its token. */
  accept(now: Date): void {
    this.end('accepted', now);
  }

  /** Cancels it, and invalidates its token. @throws NotPossible unless it is pending. */
  cancel(now: Date): void {
    if (this.status !== 'pending') throw new NotPossible('Only a pending invite can be deleted.');
    this.end('cancelled', now);
  }

  view(invited_by: UserReference): InviteView {
    const { id, email, permissions, profile, status } = this;
    const created_at = this.createdAt.toISOString();
    const updated_at = this.updatedAt.toISOString();
    return { id, email, permissions, profile, status, created_at, updated_at, invited_by };
  }

  private end(status: InviteStatus, now: Date): void {
    const updatedAt = changeTime(now, this.updatedAt);
    Object.assign(this, { status, tokenHash: null, updatedAt } satisfies Partial<Invite>);
  }
}

/** The invitation, with the rights of the pending invite if there is one. */
export function keepingRights(invitation: Invitation, pending: Invite | null): Invitation {
  return pending ? { ...invitation, permissions: pending.permissions, profile: pending.profile } : invitation;
}
