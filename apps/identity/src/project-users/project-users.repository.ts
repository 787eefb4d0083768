import { Injectable } from '@nestjs/common';
import {
  type ListProjectUsers,
  type MemberJoined,
  type UserReference,
  memberJoined,
  type Page,
  type Permission,
  type Profile,
  type ProjectUser as ProjectUserView,
} from '@pks/contracts';
import { Database, Outbox, acrossProjects, pageOf, pageStatement, statement, violates } from '@pks/platform';
import { ProjectUser } from './project-user.entity.ts';

interface Member {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly date_joined: string;
  readonly permissions: readonly Permission[];
  readonly profile: Profile;
}

/** Who may become a member: an active user of the project's organization. */
export type Candidate = { readonly email: string } | { readonly user_id: string };

/** A user in an organization. */
export interface OrganizationUserReference {
  readonly organizationId: string;
  readonly userId: string;
}

const MEMBERS = `
  SELECT pu.id, u.id AS user_id, u.email, u.date_joined, pu.permissions, pu.profile
    FROM project_users pu JOIN users u ON u.id = pu.user_id
   WHERE pu.project_id = :project_id`;

const SHOWN = `${MEMBERS} AND pu.id = page.id`;

const LIST = pageStatement<Member>('project_users_list', {
  results:
    'SELECT pu.id, lower(pu.email) AS email_key FROM project_users pu WHERE pu.project_id = :project_id',
  order: 'email_key, id',
  indexed: true,
  show: SHOWN,
});

/** Searches compare positions, not patterns: `%` and `_` are plain characters. */
const SEARCH = pageStatement<Member>('project_users_search', {
  results: `
    SELECT pu.id, lower(pu.email) AS email_key FROM project_users pu
     WHERE pu.project_id = :project_id
       AND strpos(lower(pu.email), lower(:search COLLATE "C")) > 0
       AND strpos(lower(pu.email), lower(:email COLLATE "C")) > 0`,
  order: 'email_key, id',
  indexed: true,
  show: SHOWN,
});

const FIND_MEMBER = statement<Member>('project_users_find', `${MEMBERS} AND pu.id = :id`);

const FIND_BY_EMAIL = statement<{ id: string }>(
  'project_users_find_by_email',
  `SELECT pu.id
     FROM users u JOIN project_users pu ON pu.project_id = $1 AND pu.user_id = u.id
    WHERE lower(u.email) = lower($2 COLLATE "C")`,
);

const CANDIDATES = `
  SELECT u.id, u.email
    FROM users u
    JOIN projects p ON p.id = $1
    JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = u.id AND ou.is_active
   WHERE u.is_active AND`;

const CANDIDATE_BY_ID = statement<UserReference>('project_users_candidate_by_id', `${CANDIDATES} u.id = $2`);

const CANDIDATE_BY_EMAIL = statement<UserReference>(
  'project_users_candidate_by_email',
  `${CANDIDATES} lower(u.email) = lower($2 COLLATE "C")`,
);

/**
 * For the user `u`, in the organization as `ou`, at the time `$3`: a service account without a valid key does not count as an admin, because nobody can act as it.
 */
const CAN_ACT = `ou.is_active AND u.is_active
           AND (u.kind = 'user' OR EXISTS (
             SELECT 1 FROM api_keys k
              WHERE k.user_id = u.id AND k.status = 'active' AND k.revoked_at IS NULL
                AND (k.expires_at IS NULL OR k.expires_at > $3::timestamptz)))`;

const OTHER_ADMIN = statement<{ id: string }>(
  'project_users_other_admin',
  `SELECT pu.id
     FROM project_users pu JOIN users u ON u.id = pu.user_id
     JOIN projects p ON p.id = pu.project_id
     JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = pu.user_id
    WHERE pu.project_id = $1 AND pu.id <> $2
      AND 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions) AND ${CAN_ACT}
    LIMIT 1`,
);

const ONLY_ADMIN_OF = statement<{ name: string }>(
  'project_users_only_admin_of',
  `SELECT p.name
     FROM project_users pu JOIN projects p ON p.id = pu.project_id
    WHERE pu.user_id = $1 AND p.organization_id = $2 AND 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions)
      AND NOT EXISTS (
        SELECT 1 FROM project_users other JOIN users u ON u.id = other.user_id
          JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = other.user_id
         WHERE other.project_id = pu.project_id AND other.id <> pu.id
           AND 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (other.permissions) AND ${CAN_ACT})
    ORDER BY lower(p.name), p.id
    LIMIT 1`,
);

/**
 * The changes of audiences are numbered at the commit, in the order of the deletions; so their rows are locked before that, in the order in which others lock them.
 */
const DELETE_ALL = statement<object>(
  'project_users_delete_all',
  `WITH deleted AS (
     DELETE FROM project_users pu USING projects p
      WHERE p.id = pu.project_id AND p.organization_id = $1 AND pu.user_id = $2
     RETURNING pu.project_id)
   SELECT FROM audiences WHERE project_id = ANY (ARRAY(SELECT project_id FROM deleted))
    ORDER BY project_id FOR NO KEY UPDATE`,
);

const LOCK_PROJECT = statement<{ id: string }>(
  'project_users_lock_project',
  'SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE',
);

const HOLD = statement<{ id: string }>(
  'project_users_hold',
  `SELECT o.id FROM projects p JOIN organizations o ON o.id = p.organization_id WHERE p.id = $1
      FOR KEY SHARE OF p FOR SHARE OF o`,
);

@Injectable()
export class ProjectUsersRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The members whose e-mail contains both texts, sorted by e-mail. */
  async list(request: ListProjectUsers): Promise<Page<ProjectUserView>> {
    const { search = '', email = '' } = request;
    const rows = search + email === '' ? LIST : SEARCH;
    const { count, results } = pageOf(await this.database.rows(rows, { ...request, search, email }));
    return { count, results: results.map(viewOf) };
  }

  /** An active user of the project's organization; undefined if there is none. */
  async candidate(projectId: string, by: Candidate): Promise<UserReference | undefined> {
    const [found] = await ('email' in by
      ? this.database.rows(CANDIDATE_BY_EMAIL, [projectId, by.email])
      : this.database.rows(CANDIDATE_BY_ID, [projectId, by.user_id]));
    return found;
  }

  /**
   * Adds a member with its event, which names who added them unless they joined by themselves. False if the user is
   * already a member, even if they are added twice concurrently.
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
    return this.database.find(ProjectUser, { projectId, id });
  }

  findByEmail(projectId: string, email: string): Promise<ProjectUser | null> {
    return this.database.transaction(async () => {
      const [found] = await this.database.rows(FIND_BY_EMAIL, [projectId, email]);
      return found ? this.find(projectId, found.id) : null;
    });
  }

  /** The projects of which a user is a member, in the order of their ids. */
  async projectsOf(userId: string): Promise<string[]> {
    const members = await acrossProjects(() =>
      this.database.manager.find(ProjectUser, {
        select: { projectId: true },
        where: { userId },
        order: { projectId: 'ASC' },
      }),
    );
    return members.map(({ projectId }) => projectId);
  }

  /** A member as the API shows them. */
  async view({ projectId, id }: ProjectUser): Promise<ProjectUserView | undefined> {
    const [member] = await this.database.rows(FIND_MEMBER, { project_id: projectId, id });
    return member && viewOf(member);
  }

  /** The organization's first project by name that only this user can administer at that time; reliable only under the organization's lock. */
  async onlyAdminOf(
    { userId, organizationId }: OrganizationUserReference,
    now: Date,
  ): Promise<string | undefined> {
    const values = [userId, organizationId, now];
    const [project] = await acrossProjects(() => this.database.rows(ONLY_ADMIN_OF, values));
    return project?.name;
  }

  /** Whether somebody else can administer the project at that time; reliable only under the locks of the project and its organization. */
  async hasOtherAdmin({ projectId, id }: ProjectUser, now: Date): Promise<boolean> {
    return (await this.database.rows(OTHER_ADMIN, [projectId, id, now])).length > 0;
  }

  /** Locks the project until the end of the transaction: other changes to its admins wait. */
  async lockProject(projectId: string): Promise<void> {
    await this.database.rows(LOCK_PROJECT, [projectId]);
  }

  /**
   * Until the end of the transaction, the project cannot be deleted, and no user of its organization can be deactivated or
   * leave. Acquired after the project's lock, and before those of its invites and members. False if there is no such project.
   */
  async hold(projectId: string): Promise<boolean> {
    return (await this.database.rows(HOLD, [projectId])).length > 0;
  }

  /** Writes the rights of a member. False if they are gone: a user who leaves the organization does not wait for the locks of its projects. */
  async save({ projectId, id, permissions, profile }: ProjectUser): Promise<boolean> {
    const { affected } = await this.database.transaction(() =>
      this.database.manager.update(ProjectUser, { projectId, id }, { permissions, profile }),
    );
    return affected === 1;
  }

  /** Removes a user from all projects of an organization. This locks the projects' audiences: the transaction must not wait for another lock after that. */
  async deleteAll({ organizationId, userId }: OrganizationUserReference): Promise<void> {
    await acrossProjects(() => this.database.rows(DELETE_ALL, [organizationId, userId]));
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
