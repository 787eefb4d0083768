import { Injectable } from '@nestjs/common';
import type {
  Caller,
  LeaveOrganization,
  OrganizationUser as OrganizationUserView,
  UpdateOrganizationUser,
} from '@pks/contracts';
import { Clock, Database, Forbidden, Invalid, NotFound, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { ProjectUsersRepository } from '../project-users/project-users.repository.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { Memberships } from './memberships.ts';
import type { Membership, OrganizationUser } from './organization-user.entity.ts';
import { OrganizationsRepository } from './organizations.repository.ts';

/**
 * Changes to an organization's users (decisions 2), which affect only that organization. Neither it nor any of its
 * projects loses its last admin, even under concurrent requests: these changes lock the organization's row, as does the
 * removal of a project's admin.
 */
@Injectable()
export class OrganizationUserChanges {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly memberships: Memberships,
    private readonly users: UsersRepository,
    private readonly members: ProjectUsersRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Deactivates or reactivates a user, or changes their role; absent fields stay as they are. Deactivating a user who has
   * not accepted the invite yet withdraws it.
   * @throws NotFound for a user outside the organization; NotPossible if the last admin would be lost; Invalid keyed to
   * `role` for a service account as an admin, to `is_active` for a user who has not accepted the invite yet.
   */
  update(request: UpdateOrganizationUser): Promise<OrganizationUserView> {
    return this.database.transaction(async () => {
      await this.organizations.lock(request.organization_id);
      const user = await this.users.lock(request.user_id);
      const member = await this.organizations.findUser(request.organization_id, request.user_id);
      if (!user || !member) throw new NotFound();
      const wanted = wantedOf(request, member);
      assertMayBe(wanted.role, user);
      if (wanted.isActive && !member.isActive) await this.assertAccepted(member);
      if (isAdminLost(member, wanted)) await this.assertNotLastAdmin(member, 'be deactivated or demoted');
      if (member.isActive && !wanted.isActive) await this.assertNoProjectIsLeft(member, 'be deactivated');
      if (request.is_active === false && !member.isActive) await this.memberships.withdraw(member);
      await this.carryOut(wanted, member);
      return member.view(user);
    });
  }

  /**
   * Ends the caller's membership in the organization and its projects.
   * @throws Forbidden for a caller who is not an active member; NotPossible if the last admin would be lost.
   */
  async leave({ organization_id }: LeaveOrganization, caller: Caller): Promise<void> {
    await this.database.transaction(async () => {
      await this.organizations.lock(organization_id);
      const member = await this.organizations.findUser(organization_id, caller.user_id);
      if (!member?.isActive) throw new Forbidden();
      if (member.role === 'admin') await this.assertNotLastAdmin(member, 'leave');
      await this.assertNoProjectIsLeft(member, 'leave');
      await this.organizations.deleteUser(member);
      await this.members.deleteAll(member);
      this.notices.changed([member.userId]);
    });
  }

  private async carryOut({ isActive, role }: Membership, member: OrganizationUser): Promise<void> {
    if (isActive === member.isActive && role === member.role) return;
    await this.organizations.saveUser(Object.assign(member, { isActive, role }));
    this.notices.changed([member.userId]);
  }

  private async assertAccepted(member: OrganizationUser): Promise<void> {
    if (!(await this.memberships.isPending(member))) return;
    throw Invalid.field('is_active', 'This user has not accepted the invite to the organization yet.');
  }

  private async assertNotLastAdmin(member: OrganizationUser, what: string): Promise<void> {
    if (await this.organizations.hasOtherAdmin(member)) return;
    throw new NotPossible(`The last admin of an organization cannot ${what}.`);
  }

  private async assertNoProjectIsLeft(member: OrganizationUser, what: string): Promise<void> {
    const project = await this.members.onlyAdminOf(member, this.clock.now());
    if (project === undefined) return;
    throw new NotPossible(`This user is the last admin of the project "${project}" and cannot ${what}.`);
  }
}

function wantedOf(request: UpdateOrganizationUser, member: OrganizationUser): Membership {
  return { isActive: request.is_active ?? member.isActive, role: request.role ?? member.role };
}

/** Service accounts do not administer organizations. */
function assertMayBe(role: Membership['role'], { kind }: User): void {
  if (kind === 'user' || role === 'member') return;
  throw Invalid.field('role', 'A service account cannot be an admin of an organization.');
}

/** Whether the organization would lose an active admin. */
function isAdminLost({ isActive, role }: OrganizationUser, wanted: Membership): boolean {
  if (!isActive || role !== 'admin') return false;
  return !wanted.isActive || wanted.role !== 'admin';
}
