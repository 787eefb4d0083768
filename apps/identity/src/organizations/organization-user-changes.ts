import { Injectable } from '@nestjs/common';
import type { OrganizationUser as OrganizationUserView, UpdateOrganizationUser } from '@pks/contracts';
import { Database, Invalid, NotFound, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { ProjectUsersRepository } from '../project-users/project-users.repository.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { type Membership, OrganizationUser } from './organization-user.entity.ts';
import { OrganizationsRepository } from './organizations.repository.ts';

/**
 * Changes of an organization's users (decisions 2). Its last admin stays, and the last admin of each of its projects, also
 * under concurrent requests: these changes lock the organization's row, as does the removal of a project's admin.
 */
@Injectable()
export class OrganizationUserChanges {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly users: UsersRepository,
    private readonly members: ProjectUsersRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
  ) {}

  /**
   * Deactivates or reactivates a user, or changes their role; absent fields stay as they are.
   * @throws NotFound for a user outside the organization; NotPossible where an admin would be missing; Invalid keyed to
   * `role` for a service account as an admin.
   */
  update(request: UpdateOrganizationUser): Promise<OrganizationUserView> {
    return this.database.transaction(async () => {
      await this.organizations.lock(request.organization_id);
      const user = await this.users.lock(request.user_id);
      const member = await this.organizations.findUser(request.organization_id, request.user_id);
      if (!user || !member) throw new NotFound();
      const wanted = wantedOf(request, user, member);
      assertMayBe(wanted.role, user);
      if (wanted.isActive !== user.isActive) await this.assertOnlyHere(member);
      if (isAdminLost(user, member, wanted)) await this.assertNotLastAdmin(member);
      if (user.isActive && !wanted.isActive) await this.assertNoProjectIsLeft(user);
      await this.carryOut(wanted, user, member);
      return member.view(user);
    });
  }

  private async carryOut(
    { isActive, role }: Membership,
    user: User,
    member: OrganizationUser,
  ): Promise<void> {
    if (isActive === user.isActive && role === member.role) return;
    await this.users.save(Object.assign(user, { isActive }));
    await this.organizations.saveUser(Object.assign(member, { role }));
    this.notices.changed([user.id]);
  }

  /** A user is active in all organizations or in none: no organization decides that for another. */
  private async assertOnlyHere(member: OrganizationUser): Promise<void> {
    if (!(await this.organizations.isElsewhere(member))) return;
    throw new NotPossible('A user of several organizations cannot be deactivated or reactivated by one.');
  }

  private async assertNotLastAdmin(member: OrganizationUser): Promise<void> {
    if (await this.organizations.hasOtherAdmin(member)) return;
    throw new NotPossible('The last admin of an organization cannot be deactivated or demoted.');
  }

  private async assertNoProjectIsLeft({ id }: User): Promise<void> {
    const project = await this.members.onlyAdminOf(id);
    if (project === undefined) return;
    throw new NotPossible(
      `This user is the last admin of the project "${project}" and cannot be deactivated.`,
    );
  }
}

function wantedOf(request: UpdateOrganizationUser, user: User, member: OrganizationUser): Membership {
  return { isActive: request.is_active ?? user.isActive, role: request.role ?? member.role };
}

/** Service accounts do not administer organizations. */
function assertMayBe(role: Membership['role'], { kind }: User): void {
  if (kind === 'user' || role === 'member') return;
  throw Invalid.field('role', 'A service account cannot be an admin of an organization.');
}

/** Whether the organization would lose an active admin. */
function isAdminLost(user: User, member: OrganizationUser, wanted: Membership): boolean {
  if (!user.isActive || member.role !== 'admin') return false;
  return !wanted.isActive || wanted.role !== 'admin';
}
