import { Injectable } from '@nestjs/common';
import { Invalid, NotFound, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { Memberships } from '../organizations/memberships.ts';
import { OrganizationsRepository } from '../organizations/organizations.repository.ts';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { ProjectUsersRepository } from '../project-users/project-users.repository.ts';
import { ProjectsRepository } from '../projects/projects.repository.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import type { Invite } from './invite.entity.ts';

/** The organization that an invite leads into, and its project if there is one. */
export interface Entrance {
  readonly organizationId: string;
  readonly projectId: string | null;
}

/** Makes users members of the project to which they were invited, and of its organization, within a transaction. */
@Injectable()
export class Admission {
  constructor(
    private readonly users: UsersRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly memberships: Memberships,
    private readonly projects: ProjectsRepository,
    private readonly members: ProjectUsersRepository,
    private readonly notices: AccessNotices,
  ) {}

  /**
   * The user of the project's organization who has the e-mail; null for anyone else, including a user who was invited to
   * the organization and has not accepted yet.
   * @throws NotFound without a project; Invalid keyed to `email` for a deactivated user.
   */
  async colleague(projectId: string, email: string): Promise<User | null> {
    if (!(await this.members.hold(projectId))) throw new NotFound();
    const organizationId = await this.organizationOf(projectId);
    const user = await this.users.findByEmail(email);
    const member = user && (await this.organizations.findUser(organizationId, user.id));
    if (!member || (!member.isActive && (await this.memberships.isPending(member)))) return null;
    if (member.isActive && user.isActive) return user;
    throw Invalid.field('email', 'This user is deactivated.');
  }

  /**
   * Makes a user of the organization a member of the project, on behalf of another user. False if they already are,
   * even if they are added twice concurrently.
   */
  async admit(user: User, invite: Invite, now: Date, admittedBy: string): Promise<boolean> {
    const member = ProjectUser.join(invite.projectId, user.id, invite, now);
    if (!(await this.members.add(member, admittedBy))) return false;
    this.notices.changed([user.id]);
    return true;
  }

  /** Makes a user who accepted a member of the organization and the project, unless they already are; returns the organization's id. */
  async join(user: User, invite: Invite, now: Date): Promise<string> {
    const organizationId = await this.organizationOf(invite.projectId);
    await this.enter(user, organizationId, now);
    if (!(await this.members.findByEmail(invite.projectId, user.email))) {
      await this.members.add(ProjectUser.join(invite.projectId, user.id, invite, now), null);
    }
    return organizationId;
  }

  /** Makes a user who accepted a member of the organization. @throws NotPossible when they are deactivated. */
  async enter(user: User, organizationId: string, now: Date): Promise<void> {
    if (!user.isActive) throw new NotPossible('This user is deactivated.');
    await this.memberships.begin(organizationId, user, now);
    this.notices.changed([user.id]);
  }

  /** Until the end of the transaction, anyone who changes the users of the organization or deletes the project waits. */
  async hold({ organizationId, projectId }: Entrance): Promise<void> {
    await this.organizations.lock(organizationId);
    if (projectId !== null) await this.members.hold(projectId);
  }

  async organizationOf(projectId: string): Promise<string> {
    const project = await this.projects.find(projectId);
    if (!project) throw new NotFound();
    return project.organization_id;
  }
}
