import { type InterviewReference, type InterviewReport, interviewReports } from '@pks/contracts';
import { NotFound, type Service, Serves } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { reportOf } from './interview-report.ts';

/** Answers with the reports of completed interviews. */
@Serves(interviewReports)
export class InterviewReportsController implements Service<typeof interviewReports> {
  constructor(private readonly interviews: InterviewsRepository) {}

  async read({ project_id, interview_id }: InterviewReference): Promise<InterviewReport> {
    const [interview] = await this.interviews.viewAll(project_id, [interview_id]);
    if (!interview) throw new NotFound();
    return reportOf(interview);
  }
}
