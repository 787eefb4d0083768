import { Injectable } from '@nestjs/common';
import type { AddProjectUser, Caller, ProjectUser, UserReference } from '@pks/contracts';
import { Clock, Database } from '@pks/platform';
import { InvitesRepository } from '../invites/invites.repository.ts';
import { ProjectUsersService } from '../project-users/project-users.service.ts';

/** Makes users of the project's organization members (decisions 2). */
@Injectable()
export class MemberAdding {
  constructor(
    private readonly members: ProjectUsersService,
    private readonly invites: InvitesRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a user, which accepts an invite to the project that is pending for them: both, or neither.
   * @throws Invalid keyed to the field that names them.
   */
  add(request: AddProjectUser, caller: Caller): Promise<ProjectUser> {
    return this.database.transaction(async () => {
      const member = await this.members.add(request, caller);
      await this.acceptPending(request.project_id, member.user);
      return member;
    });
  }

  private async acceptPending(projectId: string, user: UserReference): Promise<void> {
    const pending = await this.invites.lockPending(projectId, user.email);
    if (!pending) return;
    pending.accept(this.clock.now());
    await this.invites.saveAccepted(pending, user.id);
  }
}
