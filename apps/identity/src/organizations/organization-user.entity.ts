import type { OrganizationRole, OrganizationUser as OrganizationUserView } from '@pks/contracts';
import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { User } from '../users/user.entity.ts';
import { Organization } from './organization.entity.ts';

/** What an organization's admins may change about a user. */
export interface Membership {
  readonly isActive: boolean;
  readonly role: OrganizationRole;
}

/** A user in an organization. */
@Entity('organization_users')
@Index('organization_users_user_id', ['userId'])
@Check('organization_users_role', "role IN ('admin', 'member')")
export class OrganizationUser {
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'organization_users_pkey' })
  @ForeignKey(() => Organization, { name: 'organization_users_organization' })
  readonly organizationId!: string;

  @PrimaryColumn('uuid', { name: 'user_id', primaryKeyConstraintName: 'organization_users_pkey' })
  @ForeignKey(() => User, { name: 'organization_users_user' })
  readonly userId!: string;

  @Column('text')
  role!: OrganizationRole;

  /** False while the organization suspends the user, and until they accept its invite; has no effect on other organizations. */
  @Column('boolean', { name: 'is_active', default: true })
  isActive!: boolean;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  readonly createdAt!: Date;

  static join(organizationId: string, userId: string, role: OrganizationRole, now: Date): OrganizationUser {
    const member = { organizationId, userId, role, isActive: true, createdAt: now };
    return Object.assign(new OrganizationUser(), member satisfies Partial<OrganizationUser>);
  }

  /** A user whose membership begins when they accept. */
  static invite(organizationId: string, userId: string, role: OrganizationRole, now: Date): OrganizationUser {
    return Object.assign(OrganizationUser.join(organizationId, userId, role, now), { isActive: false });
  }

  /** The member, with their user, as the organization's admins see them. */
  view({ id, email, dateJoined }: User): OrganizationUserView {
    const { isActive, role } = this;
    return { id, email, date_joined: dateJoined.toISOString(), is_active: isActive, role };
  }
}
