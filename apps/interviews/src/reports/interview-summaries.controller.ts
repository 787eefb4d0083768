import {
  type InterviewReference,
  type InterviewsAfter,
  type SummarizedInterview,
  interviewSummaries,
} from '@pks/contracts';
import { NotFound, type Service, Serves } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { CompletedInterviewsRepository } from './completed-interviews.repository.ts';
import { summarized } from './summarized-interview.ts';

/** Answers with the summaries of completed interviews. */
@Serves(interviewSummaries)
export class InterviewSummariesController implements Service<typeof interviewSummaries> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly completed: CompletedInterviewsRepository,
  ) {}

  async read({ project_id, interview_id }: InterviewReference): Promise<SummarizedInterview> {
    const interview = await this.interviews.find(project_id, interview_id);
    if (!interview) throw new NotFound();
    return summarized(interview);
  }

  after(request: InterviewsAfter) {
    return this.completed.after(request);
  }
}
