import { Injectable } from '@nestjs/common';
import {
  type ListProjectUsers,
  type MemberJoined,
  memberJoined,
  type Page,
  type Permission,
  type Profile,
  type ProjectUser as ProjectUserView,
} from '@pks/contracts';
import { Database, Outbox, pageOf, statement, violates } from '@pks/platform';
import { pageStatement } from '../page-statement.ts';
import { ProjectUser } from './project-user.entity.ts';

interface Member {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly date_joined: string;
  readonly permissions: readonly Permission[];
  readonly profile: Profile;
}

/** Who may become a member: a user of the project's organization. */
export type Candidate = { readonly email: string } | { readonly user_id: string };

const MEMBERS = `
  SELECT pu.id, u.id AS user_id, u.email, u.date_joined, pu.permissions, pu.profile
    FROM project_users pu JOIN users u ON u.id = pu.user_id
   WHERE pu.project_id`;

/** Positions are compared, not patterns: every character of a search is plain. */
const LIST = pageStatement<Member>(
  'project_users_list',
  `${MEMBERS} = $3
     AND strpos(lower(u.email), lower($4 COLLATE "C")) > 0
     AND strpos(lower(u.email), lower($5 COLLATE "C")) > 0`,
  'lower(email), id',
);

const FIND_MEMBER = statement<Member>('project_users_find', `${MEMBERS} = $1 AND pu.id = $2`);

const FIND_BY_EMAIL = statement<{ id: string }>(
  'project_users_find_by_email',
  `SELECT pu.id
     FROM users u JOIN project_users pu ON pu.project_id = $1 AND pu.user_id = u.id
    WHERE lower(u.email) = lower($2 COLLATE "C")`,
);

const CANDIDATES = `
  SELECT u.id
    FROM users u
    JOIN projects p ON p.id = $1
    JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = u.id
   WHERE`;

const CANDIDATE_BY_ID = statement<{ id: string }>('project_users_candidate_by_id', `${CANDIDATES} u.id = $2`);

const CANDIDATE_BY_EMAIL = statement<{ id: string }>(
  'project_users_candidate_by_email',
  `${CANDIDATES} lower(u.email) = lower($2 COLLATE "C")`,
);

const OTHER_ADMIN = statement<{ id: string }>(
  'project_users_other_admin',
  `SELECT pu.id
     FROM project_users pu JOIN users u ON u.id = pu.user_id
    WHERE pu.project_id = $1 AND pu.id <> $2
      AND 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions) AND u.is_active
    LIMIT 1`,
);

const ONLY_ADMIN_OF = statement<{ name: string }>(
  'project_users_only_admin_of',
  `SELECT p.name
     FROM project_users pu JOIN projects p ON p.id = pu.project_id
    WHERE pu.user_id = $1 AND 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions)
      AND NOT EXISTS (
        SELECT 1 FROM project_users other JOIN users u ON u.id = other.user_id
         WHERE other.project_id = pu.project_id AND other.id <> pu.id
           AND 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (other.permissions) AND u.is_active)
    ORDER BY lower(p.name), p.id
    LIMIT 1`,
);

@Injectable()
export class ProjectUsersRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The members whose e-mail holds both parts, by e-mail. */
  async list({ project_id, limit, offset, search, email }: ListProjectUsers): Promise<Page<ProjectUserView>> {
    const values = [limit, offset, project_id, search ?? '', email ?? ''];
    const { count, results } = pageOf(await this.database.rows(LIST, values));
    return { count, results: results.map(viewOf) };
  }

  /** The id of a user of the project's organization; undefined when there is none such. */
  async candidate(projectId: string, by: Candidate): Promise<string | undefined> {
    const [found] = await ('email' in by
      ? this.database.rows(CANDIDATE_BY_EMAIL, [projectId, by.email])
      : this.database.rows(CANDIDATE_BY_ID, [projectId, by.user_id]));
    return found?.id;
  }

  /**
   * Adds a member, with the event of it, which names who added him unless he joined by himself; false when the user is one
   * already, also when he is added twice at once.
   */
  async add(member: ProjectUser, addedBy: string | null): Promise<boolean> {
    try {
      await this.database.transaction(async () => {
        await this.database.manager.insert(ProjectUser, member);
        const view = await this.view(member);
        if (view) await this.outbox.add([memberJoined.of(joined(member, view, addedBy))]);
      });
      return true;
    } catch (error) {
      if (!violates(error, 'project_users_project_user')) throw error;
      return false;
    }
  }

  find(projectId: string, id: string): Promise<ProjectUser | null> {
    return this.database.transaction(() => this.database.manager.findOneBy(ProjectUser, { projectId, id }));
  }

  findByEmail(projectId: string, email: string): Promise<ProjectUser | null> {
    return this.database.transaction(async () => {
      const [found] = await this.database.rows(FIND_BY_EMAIL, [projectId, email]);
      return found ? this.find(projectId, found.id) : null;
    });
  }

  /** A member as the API shows him. */
  async view({ projectId, id }: ProjectUser): Promise<ProjectUserView | undefined> {
    const [member] = await this.database.rows(FIND_MEMBER, [projectId, id]);
    return member && viewOf(member);
  }

  /** The name of a project, the first by name, that would be without an active admin; certain only under the organization's lock. */
  async onlyAdminOf(userId: string): Promise<string | undefined> {
    const [project] = await this.database.rows(ONLY_ADMIN_OF, [userId]);
    return project?.name;
  }

  /** Whether the project has another active admin; certain only under the locks of the project and its organization. */
  async hasOtherAdmin({ projectId, id }: ProjectUser): Promise<boolean> {
    return (await this.database.rows(OTHER_ADMIN, [projectId, id])).length > 0;
  }

  async save(member: ProjectUser): Promise<void> {
    await this.database.transaction(() => this.database.manager.save(member));
  }

  async delete({ projectId, id }: ProjectUser): Promise<void> {
    await this.database.transaction(() => this.database.manager.delete(ProjectUser, { projectId, id }));
  }
}

function joined(
  { projectId, createdAt }: ProjectUser,
  { id, user, ...rights }: ProjectUserView,
  addedBy: string | null,
): MemberJoined {
  return {
    project_id: projectId,
    project_user_id: id,
    user_id: user.id,
    email: user.email,
    ...rights,
    joined_at: createdAt.toISOString(),
    added_by: addedBy,
  };
}

function viewOf({ id, user_id, email, date_joined, permissions, profile }: Member): ProjectUserView {
  return { id, user: { id: user_id, email, date_joined }, permissions, profile };
}
