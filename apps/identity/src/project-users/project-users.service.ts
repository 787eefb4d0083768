import { Injectable } from '@nestjs/common';
import {
  type AddProjectUser,
  type Caller,
  type ListProjectUsers,
  type Page,
  type ProjectUserReference,
  type ProjectUser as ProjectUserView,
  REQUIRED,
  type RemoveByEmail,
  type UpdateProjectUser,
  type UserReference,
} from '@pks/contracts';
import { Clock, Database, Invalid, NotFound, NotPossible } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { ProjectUser } from './project-user.entity.ts';
import { type Candidate, ProjectUsersRepository } from './project-users.repository.ts';

/**
 * The members of a project (decisions 2). It never loses its last admin, even under concurrent requests: changes to its
 * admins lock the project's row, and the organization's row against the deactivation of users. A service account without a
 * valid key does not count as another admin.
 */
@Injectable()
export class ProjectUsersService {
  constructor(
    private readonly members: ProjectUsersRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(request: ListProjectUsers): Promise<Page<ProjectUserView>> {
    return this.members.list(request);
  }

  /**
   * The user of the project's organization whom a request names; they cannot leave it until the end of the
   * transaction.
   * @throws Invalid keyed to the field that names them.
   */
  candidate(request: AddProjectUser): Promise<UserReference> {
    const by = candidateOf(request);
    return this.database.transaction(async () => {
      if (!(await this.members.hold(request.project_id))) throw new NotFound();
      const user = await this.members.candidate(request.project_id, by);
      if (!user) throw Invalid.field(fieldOf(by), 'No such user in the organization of the project.');
      return user;
    });
  }

  /** Makes the candidate of a request a member. @throws Invalid keyed to the field that names them if they already are. */
  add(request: AddProjectUser, { id }: UserReference, caller: Caller): Promise<ProjectUserView> {
    return this.database.transaction(async () => {
      const member = ProjectUser.join(request.project_id, id, request, this.clock.now());
      if (!(await this.members.add(member, caller.user_id))) {
        throw Invalid.field(fieldOf(candidateOf(request)), 'This user is already a member of the project.');
      }
      this.notices.changed([id]);
      return this.viewOf(member);
    });
  }

  /** Changes the given fields. @throws NotPossible when the last admin would lose that permission. */
  update({ project_id, project_user_id, ...rights }: UpdateProjectUser): Promise<ProjectUserView> {
    return this.database.transaction(async () => {
      const member = await this.locked(project_id, project_user_id);
      if (rights.permissions === undefined && rights.profile === undefined) return this.viewOf(member);
      if (member.isDemotedBy(rights)) await this.assertNotLastAdmin(member);
      member.change(rights);
      if (!(await this.members.save(member))) throw new NotFound();
      this.notices.changed([member.userId]);
      return this.viewOf(member);
    });
  }

  /** Removes a member, who may be the caller. @throws NotPossible for the last admin. */
  remove({ project_id, project_user_id }: ProjectUserReference): Promise<void> {
    return this.database.transaction(async () => {
      await this.discard(await this.locked(project_id, project_user_id));
    });
  }

  /** Removes another member. @throws Invalid keyed to `email` if it is no member's, or the caller's own. */
  removeByEmail({ project_id, email }: RemoveByEmail, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      await this.members.lockProject(project_id);
      const member = await this.members.findByEmail(project_id, email);
      if (!member) throw Invalid.field('email', 'No member of the project has this e-mail.');
      if (member.userId === caller.user_id) throw Invalid.field('email', 'You cannot remove yourself.');
      await this.discard(member);
    });
  }

  private async locked(projectId: string, id: string): Promise<ProjectUser> {
    await this.members.lockProject(projectId);
    const member = await this.members.find(projectId, id);
    if (!member) throw new NotFound();
    return member;
  }

  private async discard(member: ProjectUser): Promise<void> {
    if (member.isAdmin) await this.assertNotLastAdmin(member);
    await this.members.delete(member);
    this.notices.changed([member.userId]);
  }

  private async assertNotLastAdmin(member: ProjectUser): Promise<void> {
    await this.members.hold(member.projectId);
    if (await this.members.hasOtherAdmin(member, this.clock.now())) return;
    throw new NotPossible('The last admin of a project cannot be removed or demoted.');
  }

  private async viewOf(member: ProjectUser): Promise<ProjectUserView> {
    const view = await this.members.view(member);
    if (!view) throw new NotFound();
    return view;
  }
}

function fieldOf(by: Candidate): 'email' | 'user_id' {
  return 'email' in by ? 'email' : 'user_id';
}

/** A request names a user either by their e-mail or by their id. */
function candidateOf({ email, user_id }: AddProjectUser): Candidate {
  if (email !== undefined && user_id !== undefined) {
    throw Invalid.field('user_id', 'Send either an email or a user_id, not both.');
  }
  if (email !== undefined) return { email };
  if (user_id !== undefined) return { user_id };
  throw Invalid.field('email', REQUIRED);
}
