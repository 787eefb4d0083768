import {
  type Caller,
  type CreateProject,
  type DeleteProject,
  type InProject,
  type ListProjects,
  type Page,
  type Project,
  type UpdateProject,
  projects,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { ProjectsService } from './projects.service.ts';

@Serves(projects)
export class ProjectsController implements Service<typeof projects> {
  constructor(private readonly projects: ProjectsService) {}

  list(request: ListProjects, caller: Caller): Promise<Page<Project>> {
    return this.projects.list(request, caller);
  }

  create(request: CreateProject, caller: Caller): Promise<Project> {
    return this.projects.create(request, caller);
  }

  get(request: InProject): Promise<Project> {
    return this.projects.get(request);
  }

  update(request: UpdateProject): Promise<Project> {
    return this.projects.update(request);
  }

  remove(request: DeleteProject, caller: Caller): Promise<void> {
    return this.projects.remove(request, caller);
  }
}
