import { type InterviewInviteNow, type ReadInterviewInvite, interviewInvites } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';

/** Answers whether assignees still need to be invited. */
@Serves(interviewInvites)
export class InterviewInvitesController implements Service<typeof interviewInvites> {
  constructor(private readonly interviews: InterviewsRepository) {}

  async read({ project_id, interview_id, email }: ReadInterviewInvite): Promise<InterviewInviteNow> {
    const interview = await this.interviews.find(project_id, interview_id);
    return { is_wanted: interview?.waitsFor(email) ?? false };
  }
}
