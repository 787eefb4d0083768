import { Injectable } from '@nestjs/common';
import type { ProjectStanding } from '@pks/contracts';
import { Database, NotFound, statement } from '@pks/platform';

const OF = statement<ProjectStanding, { projectId: string; userId: string }>(
  'standings_of',
  `SELECT p.name AS project_name, p.artifact_publish_mode,
          CASE WHEN u.is_active AND ou.is_active THEN pu.permissions ELSE '{}' END AS permissions
     FROM projects p
     LEFT JOIN project_users pu ON pu.project_id = p.id AND pu.user_id = :userId
     LEFT JOIN users u ON u.id = pu.user_id
     LEFT JOIN organization_users ou ON ou.organization_id = p.organization_id AND ou.user_id = pu.user_id
    WHERE p.id = :projectId`,
);

/** Reads what users may do in projects. */
@Injectable()
export class StandingsRepository {
  constructor(private readonly database: Database) {}

  /** The project, and what a user may do in it now: nothing unless they are an active member. @throws NotFound for an unknown project. */
  async of(projectId: string, userId: string): Promise<ProjectStanding> {
    const [standing] = await this.database.rows(OF, { projectId, userId });
    if (!standing) throw new NotFound();
    return standing;
  }
}
