import {
  type AddProjectUser,
  type Caller,
  type ListProjectUsers,
  type Page,
  type ProjectUser,
  type ProjectUserReference,
  type RemoveByEmail,
  type UpdateProjectUser,
  projectUsers,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ProjectUsersService } from '../project-users/project-users.service.ts';
import { MemberAdding } from './member-adding.ts';

@Serves(projectUsers)
export class ProjectUsersController implements Service<typeof projectUsers> {
  constructor(
    private readonly members: ProjectUsersService,
    private readonly adding: MemberAdding,
  ) {}

  list(request: ListProjectUsers): Promise<Page<ProjectUser>> {
    return this.members.list(request);
  }

  add(request: AddProjectUser, caller: Caller): Promise<ProjectUser> {
    return this.adding.add(request, caller);
  }

  update(request: UpdateProjectUser): Promise<ProjectUser> {
    return this.members.update(request);
  }

  remove(request: ProjectUserReference): Promise<void> {
    return this.members.remove(request);
  }

  removeByEmail(request: RemoveByEmail, caller: Caller): Promise<void> {
    return this.members.removeByEmail(request, caller);
  }
}
