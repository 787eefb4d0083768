import { Inject, Injectable } from '@nestjs/common';
import {
  type Caller,
  type CreateProject,
  type DeleteProject,
  type DomainEvent,
  type InProject,
  type ListProjects,
  type Page,
  type Project as ProjectView,
  type UpdateProject,
  projectDeleted,
  projectRenamed,
} from '@pks/contracts';
import { Clock, Database, Forbidden, Invalid, LOG, type Log, NotFound, afterCommit } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { OrganizationsRepository } from '../organizations/organizations.repository.ts';
import { ProjectUser, type Rights } from '../project-users/project-user.entity.ts';
import { Project } from './project.entity.ts';
import { ProjectsRepository } from './projects.repository.ts';

/** What the creator of a project may do in it. */
const CREATOR: Rights = { permissions: ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'], profile: 'tech' };
const OTHER_NAME = 'This is not the name of the project.';
/** With more members than this, the notice names no users, and gateways drop all cached access. */
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
    @Inject(LOG) private readonly log: Log,
  ) {}

  list(request: ListProjects, caller: Caller): Promise<Page<ProjectView>> {
    return this.projects.listOf(caller.user_id, request);
  }

  /**
   * Creates a project whose first admin is the caller. @throws Forbidden unless they administer the organization,
   * whether or not it exists.
   */
  async create(request: CreateProject, caller: Caller): Promise<ProjectView> {
    await this.assertAdmin(request, caller);
    const now = this.clock.now();
    const project = Project.start(request.organization_id, request, now);
    return this.database.transaction(async () => {
      // A caller who leaves, or is deactivated, at the same time must not become the first admin.
      await this.organizations.lock(request.organization_id);
      await this.assertAdmin(request, caller);
      await this.projects.add(project, ProjectUser.join(project.id, caller.user_id, CREATOR, now));
      return project.view();
    });
  }

  async get({ project_id }: InProject): Promise<ProjectView> {
    const project = await this.projects.find(project_id);
    if (!project) throw new NotFound();
    return project;
  }

  /** Changes the given fields. Gateways cache the publish mode with the access of members, so they are notified when it changes. */
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

  /**
   * Deletes a project. Nobody can use it after the commit; what the other services store about it is gone within
   * minutes.
   * @throws Invalid unless the name is the project's.
   */
  remove({ project_id, name }: DeleteProject, caller: Caller): Promise<void> {
    return this.database.transaction(async () => {
      const project = await this.projects.lockToDelete(project_id);
      if (!project) throw new NotFound();
      if (project.name !== name) throw Invalid.field('name', OTHER_NAME);
      await this.notifyMembers(project.id);
      const deleted_at = this.clock.now().toISOString();
      await this.projects.delete(project, projectDeleted.of({ project_id, deleted_at }));
      const { user_id } = caller;
      afterCommit(() => this.log.info({ project_id, user_id }, 'project deleted'));
    });
  }

  private async assertAdmin({ organization_id }: CreateProject, { user_id }: Caller): Promise<void> {
    if ((await this.organizations.roleOf(user_id, organization_id)) !== 'admin') throw new Forbidden();
  }

  private async notifyMembers(projectId: string): Promise<void> {
    const userIds = await this.projects.userIds(projectId, MOST_NAMED + 1);
    this.notices.changed(userIds.length > MOST_NAMED ? [] : userIds);
  }
}

function renamed({ id: project_id, name, updatedAt }: Project): DomainEvent {
  return projectRenamed.of({ project_id, name, renamed_at: updatedAt.toISOString() });
}
