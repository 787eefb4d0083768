import { Injectable } from '@nestjs/common';
import type { AudienceMember, Membership } from '@pks/contracts';
import { Database, statement } from '@pks/platform';

const OF = statement<AudienceMember>(
  'audience_of',
  `SELECT u.id AS user_id, 'CAN_PERFORM_ADMIN_ACTIONS' = ANY (pu.permissions) AS is_admin
     FROM project_users pu JOIN users u ON u.id = pu.user_id
     JOIN projects p ON p.id = pu.project_id
     JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = pu.user_id
    WHERE pu.project_id = $1 AND ou.is_active AND u.is_active
      AND pu.permissions && '{CAN_VIEW_DATA,CAN_PERFORM_ADMIN_ACTIONS}'
    ORDER BY u.id`,
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
   * The users who may be notified of a project's events: its active members who may view it. A service account is a
   * member like any other: the holder of its key can read its notifications.
   */
  of(projectId: string): Promise<readonly AudienceMember[]> {
    return this.database.rows(OF, [projectId]);
  }

  /** Whether a user or service account is active there, and a member of a project, now; neither when the user does not exist. */
  async membership(projectId: string, userId: string): Promise<Membership> {
    const [found] = await this.database.rows(MEMBERSHIP, [projectId, userId]);
    return found ?? { is_active: false, is_member: false };
  }
}
