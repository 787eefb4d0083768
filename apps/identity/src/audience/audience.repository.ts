import { Injectable } from '@nestjs/common';
import type { AudienceChange, AudienceNumber, Membership } from '@pks/contracts';
import { Database, acrossProjects, statement } from '@pks/platform';

/** The LIMIT keeps PostgreSQL from joining all members at once, as it would before it knows how many there are. */
const CHANGES = statement<AudienceChange>(
  'audience_changes',
  `SELECT c.number, c.user_id, m.is_admin IS NOT NULL AS is_member, coalesce(m.is_admin, false) AS is_admin
     FROM audience_changes c
     LEFT JOIN LATERAL (
       SELECT 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions) AS is_admin
         FROM project_users pu JOIN users u ON u.id = pu.user_id
         JOIN projects p ON p.id = pu.project_id
         JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = pu.user_id
        WHERE pu.project_id = :projectId AND pu.user_id = c.user_id AND ou.is_active AND u.is_active
          AND pu.permissions && '{CAN_VIEW_DATA,CAN_PERFORM_ADMIN_ACTIONS}'
        LIMIT 1) m ON true
    WHERE c.project_id = :projectId AND c.number > :after
    ORDER BY c.number`,
);

const NUMBERS = statement<AudienceNumber>(
  'audience_numbers',
  'SELECT project_id, last_number AS number FROM audiences WHERE project_id = ANY ($1::uuid[])',
);

const MEMBERSHIP = statement<Membership>(
  'audience_membership',
  `SELECT u.is_active AND coalesce(ou.is_active, true) AS is_active, pu.user_id IS NOT NULL AS is_member
     FROM users u LEFT JOIN project_users pu ON pu.project_id = $1 AND pu.user_id = u.id
     LEFT JOIN projects p ON p.id = $1
     LEFT JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = u.id
    WHERE u.id = $2`,
);

@Injectable()
export class AudienceRepository {
  constructor(private readonly database: Database) {}

  /**
   * The users whose place in a project's audience changed after a number, and whether they may be notified of its events now,
   * as its active members who may view it. A service account is a member like any other: the holder of its key can read its
   * notifications.
   */
  changes(projectId: string, after: number): Promise<readonly AudienceChange[]> {
    return this.database.rows(CHANGES, { projectId, after });
  }

  /** The last number of each of these projects that has one; events of several projects are handled together. */
  numbers(projectIds: readonly string[]): Promise<readonly AudienceNumber[]> {
    return acrossProjects(() => this.database.rows(NUMBERS, [projectIds]));
  }

  /**
   * Whether a user or service account is active in the project's organization, and a member of the project, now; neither if the
   * user does not exist.
   */
  async membership(projectId: string, userId: string): Promise<Membership> {
    const [found] = await this.database.rows(MEMBERSHIP, [projectId, userId]);
    return found ?? { is_active: false, is_member: false };
  }
}
