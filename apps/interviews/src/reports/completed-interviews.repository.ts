import { Injectable } from '@nestjs/common';
import type { CompletedInterview, InterviewsAfter } from '@pks/contracts';
import { Database, acrossProjects, statement } from '@pks/platform';

const AFTER = statement<CompletedInterview>(
  'completed_interviews_after',
  `SELECT project_id, id AS interview_id FROM interviews
    WHERE status = 'completed' AND (project_id, id) > ($1, $2) ORDER BY project_id, id LIMIT $3`,
);

/** Lists the completed interviews of all projects. */
@Injectable()
export class CompletedInterviewsRepository {
  constructor(private readonly database: Database) {}

  /** The next completed interviews, ordered by project and id. */
  after({ after_project, after_interview, limit }: InterviewsAfter): Promise<CompletedInterview[]> {
    return acrossProjects(() => this.database.rows(AFTER, [after_project, after_interview, limit]));
  }
}
