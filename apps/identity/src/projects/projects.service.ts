import { Injectable } from '@nestjs/common';
import {
  type Caller,
  type CreateProject,
  type DomainEvent,
  type InProject,
  type ListProjects,
  type Page,
  type Project as ProjectView,
  type UpdateProject,
  projectRenamed,
} from '@pks/contracts';
import { Clock, Database, Forbidden, NotFound } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { OrganizationsRepository } from '../organizations/organizations.repository.ts';
import { ProjectUser, type Rights } from '../project-users/project-user.entity.ts';
import { Project } from './project.entity.ts';
import { ProjectsRepository } from './projects.repository.ts';

/** What the creator of a project may do in it. */
const CREATOR: Rights = { permissions: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'], profile: 'tech' };
/** With more members than this, the notice names no users, and all cached access is looked up again. */
const MOST_NAMED = 1_000;

/** Projects (decisions 2). */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly projects: ProjectsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(request: ListProjects, caller: Caller): Promise<Page<ProjectView>> {
    return this.projects.listOf(caller.user_id, request);
  }

  /**
   * Creates a project whose first admin is the caller. @throws Forbidden unless they administer the organization,
   * whether or not it exists.
   */
  async create(request: CreateProject, caller: Caller): Promise<ProjectView> {
    const role = await this.organizations.roleOf(caller.user_id, request.organization_id);
    if (role !== 'admin') throw new Forbidden();
    const now = this.clock.now();
    const project = Project.start(request.organization_id, request, now);
    await this.projects.add(project, ProjectUser.join(project.id, caller.user_id, CREATOR, now));
    return project.view();
  }

  async get({ project_id }: InProject): Promise<ProjectView> {
    const project = await this.projects.find(project_id);
    if (!project) throw new NotFound();
    return project;
  }

  /** Changes the given fields. Gateways cache the publish mode with the access of members, so they are notified of it. */
  update({ project_id, ...choices }: UpdateProject): Promise<ProjectView> {
    return this.database.transaction(async () => {
      const project = await this.projects.lock(project_id);
      if (!project) throw new NotFound();
      const { name, publishMode } = project;
      const events = (): readonly DomainEvent[] => (project.name === name ? [] : [renamed(project)]);
      if (project.change(choices, this.clock.now())) await this.projects.save(project, ...events());
      if (project.publishMode !== publishMode) await this.notifyMembers(project.id);
      return project.view();
    });
  }

  private async notifyMembers(projectId: string): Promise<void> {
    const userIds = await this.projects.userIds(projectId, MOST_NAMED + 1);
    this.notices.changed(userIds.length > MOST_NAMED ? [] : userIds);
  }
}

function renamed({ id: project_id, name, updatedAt }: Project): DomainEvent {
  return projectRenamed.of({ project_id, name, renamed_at: updatedAt.toISOString() });
}
