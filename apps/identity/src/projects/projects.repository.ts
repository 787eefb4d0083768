import { Injectable } from '@nestjs/common';
import {
  type DeletedProjectId,
  type DomainEvent,
  MOST_DELETED_PROJECTS,
  type Page,
  type Paged,
  type Project as ProjectView,
} from '@pks/contracts';
import {
  Database,
  Outbox,
  ProjectDeletion,
  acrossProjects,
  inProject,
  pageOf,
  pageStatement,
  statement,
} from '@pks/platform';
import { ProjectUser } from '../project-users/project-user.entity.ts';
import { Project } from './project.entity.ts';

const COLUMNS = 'p.id, p.name, p.organization_id, p.artifact_publish_mode, p.created_at, p.updated_at';

const FIND = statement<ProjectView>('projects_find', `SELECT ${COLUMNS} FROM projects p WHERE p.id = $1`);

const LIST_OF_USER = pageStatement<ProjectView>('projects_list_of_user', {
  results: `
    SELECT ${COLUMNS}
      FROM project_users pu JOIN projects p ON p.id = pu.project_id
      JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = pu.user_id
     WHERE pu.user_id = :userId AND ou.is_active`,
  order: 'created_at DESC, id',
});

const USER_IDS = statement<{ user_id: string }>(
  'projects_user_ids',
  'SELECT user_id FROM project_users WHERE project_id = $1 ORDER BY user_id LIMIT $2',
);

const DELETE = statement<object>('projects_delete', 'DELETE FROM projects WHERE id = $1');

const DELETED_AFTER = statement<DeletedProjectId>(
  'projects_deleted_after',
  'SELECT id FROM deleted_projects WHERE id > $1 ORDER BY id LIMIT $2',
);

const DELETED_AMONG = statement<DeletedProjectId>(
  'projects_deleted_among',
  'SELECT id FROM deleted_projects WHERE id = ANY ($1::uuid[]) ORDER BY id',
);

@Injectable()
export class ProjectsRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly deletion: ProjectDeletion,
  ) {}

  async find(id: string): Promise<ProjectView | undefined> {
    const [project] = await this.database.rows(FIND, [id]);
    return project;
  }

  /** The projects that a user is a member of, in organizations where they are active, newest first. */
  async listOf(userId: string, { limit, offset }: Paged): Promise<Page<ProjectView>> {
    const values = { userId, limit, offset };
    return pageOf(await acrossProjects(() => this.database.rows(LIST_OF_USER, values)));
  }

  /** Adds a project with its first member: both, or neither. */
  async add(project: Project, creator: ProjectUser): Promise<void> {
    await inProject(project.id, () =>
      this.database.transaction(async () => {
        await this.database.manager.insert(Project, project);
        await this.database.manager.insert(ProjectUser, creator);
      }),
    );
  }

  /** The ids of at most `limit` members. */
  async userIds(id: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows(USER_IDS, [id, limit]);
    return rows.map((row) => row.user_id);
  }

  /** The project, locked until the end of the transaction: other changes to it, or to its admins, wait. */
  lock(id: string): Promise<Project | null> {
    return this.database.lock(Project, { id }, 'for_no_key_update');
  }

  /** The project, locked until the end of the transaction: anyone who is about to refer to it waits too. */
  lockToDelete(id: string): Promise<Project | null> {
    return this.database.lock(Project, { id }, 'pessimistic_write');
  }

  /** Saves a project with the events of its change: both, or neither. */
  async save(project: Project, ...events: readonly DomainEvent[]): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.manager.save(project);
      await this.outbox.add(events);
    });
  }

  /** Deletes a project with everything that this service stores about it, and adds the events; the other services follow. */
  async delete({ id }: Project, ...events: readonly DomainEvent[]): Promise<void> {
    await this.database.transaction(async () => {
      await this.deletion.begin(id);
      await this.deletion.deleteRows(id);
      await this.database.rows(DELETE, [id]);
      await this.outbox.add(events);
    });
  }

  /** The next ids of deleted projects after `id`, in their order. */
  deletedAfter(id: string): Promise<DeletedProjectId[]> {
    return this.database.rows(DELETED_AFTER, [id, MOST_DELETED_PROJECTS]);
  }

  /** Which of some projects were deleted, in the order of their ids. */
  deletedAmong(ids: readonly string[]): Promise<DeletedProjectId[]> {
    return this.database.rows(DELETED_AMONG, [ids]);
  }
}
