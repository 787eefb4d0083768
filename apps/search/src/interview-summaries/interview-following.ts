import { interviewCompleted, interviewDeleted, interviewImported, interviewUpdated } from '@pks/contracts';
import { Clock, type Consumer, Consumes, Jobs, type Occurred, type Once } from '@pks/platform';
import { Interviews } from '../sources/interviews.ts';
import { FORGOTTEN_AFTER_MS, forgetInterview } from './forgetting-interviews.ts';
import { InterviewCopies } from './interview-copies.ts';

/** The events that change the copy of an interview's summary. */
type Followed =
  typeof interviewCompleted | typeof interviewImported | typeof interviewUpdated | typeof interviewDeleted;

/**
 * Copies the summaries of completed interviews, so that searches find them, and deletes those of deleted ones. In whatever
 * order events arrive, the copy has the latest state.
 */
@Consumes('interview-summaries', interviewCompleted, interviewImported, interviewUpdated, interviewDeleted)
export class InterviewFollowing implements Consumer<Followed> {
  constructor(
    private readonly interviews: Interviews,
    private readonly copies: InterviewCopies,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Copies the interview as it is now. @throws Fault when the interviews service fails. */
  async consume({ subject, payload }: Occurred<Followed>, once: Once): Promise<void> {
    const { project_id, interview_id } = payload;
    if (subject === interviewDeleted.subject) return once(() => this.remove(project_id, interview_id));
    const interview = await this.interviews.read({ project_id, interview_id });
    if (interview) await once(() => this.copies.keep(project_id, interview));
  }

  private async remove(project_id: string, interview_id: string): Promise<void> {
    await this.copies.empty(project_id, interview_id);
    const startAfter = new Date(this.clock.now().getTime() + FORGOTTEN_AFTER_MS);
    await this.jobs.add(forgetInterview, { project_id, interview_id }, { key: interview_id, startAfter });
  }
}
