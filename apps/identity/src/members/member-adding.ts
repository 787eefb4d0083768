import { Injectable } from '@nestjs/common';
import type { AddProjectUser, Caller, ProjectUser } from '@pks/contracts';
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
   * Adds a user as a member, and accepts a pending invite of theirs to the project: both, or neither.
   * @throws Invalid keyed to the field that names them.
   */
  add(request: AddProjectUser, caller: Caller): Promise<ProjectUser> {
    return this.database.transaction(async () => {
      const user = await this.members.candidate(request);
      // Locked first, as by anyone who invites the user at the same time.
      await this.invites.acceptPending(request.project_id, user.email, this.clock.now());
      return this.members.add(request, user, caller);
    });
  }
}
