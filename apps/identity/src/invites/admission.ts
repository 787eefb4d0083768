import { Injectable } from '@nestjs/common';
import { Invalid, NotFound } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { OrganizationUser } from '../organizations/organization-user.entity.ts';
import { OrganizationsRepository } from '../organizations/organizations.repository.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { ProjectUsersRepository } from '../project-users/project-users.repository.ts';
import { ProjectsRepository } from '../projects/projects.repository.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import type { Invite } from './invite.entity.ts';

/** Makes users members of the project that they were invited to, and of its organization, within a transaction. */
@Injectable()
export class Admission {
  constructor(
    private readonly users: UsersRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly projects: ProjectsRepository,
    private readonly members: ProjectUsersRepository,
    private readonly notices: AccessNotices,
  ) {}

  userOf(email: string): Promise<User | null> {
    return this.users.findByEmail(email);
  }

  /** False when another user has the e-mail by now. */
  addUser(newcomer: User): Promise<boolean> {
    return this.users.addIfNew(newcomer);
  }

  async isMember({ projectId, email }: Invite): Promise<boolean> {
    return (await this.members.findByEmail(projectId, email)) !== null;
  }

  /**
   * Makes a user a member of the project and its organization, on behalf of another user or of themselves (null). False
   * when they are a member of the project already, also when they are added twice concurrently.
   * @throws Invalid keyed to `email` when they are deactivated.
   */
  async admit(user: User, invite: Invite, now: Date, admittedBy: string | null): Promise<boolean> {
    const project = await this.projects.find(invite.projectId);
    if (!project) throw new NotFound();
    await this.organizations.addUserIfMissing(
      OrganizationUser.join(project.organization_id, user.id, 'member', now),
    );
    const member = ProjectUser.join(invite.projectId, user.id, invite, now);
    if (!(await this.members.add(member, admittedBy))) return false;
    if (!(await this.users.isActive(user.id))) throw Invalid.field('email', 'This user is deactivated.');
    this.notices.changed([user.id]);
    return true;
  }
}
