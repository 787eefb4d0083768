import {
  type InterviewReference,
  type SummarizedInterview,
  interviewCompleted,
  interviewDeleted,
  interviewImported,
  interviewSummaries,
  interviewUpdated,
} from '@pks/contracts';
import {
  BusClient,
  Clock,
  type Consumer,
  Consumes,
  type FaultKind,
  Jobs,
  type Occurred,
  type Once,
  faultOf,
} from '@pks/platform';
import { Indexing } from '../search-index/indexing.ts';
import { FORGOTTEN_AFTER_MS, forgetInterview } from './forgetting-interviews.ts';
import { InterviewSummariesRepository } from './interview-summaries.repository.ts';

/** The events of an interview that change its summary here. */
type Followed =
  typeof interviewCompleted | typeof interviewImported | typeof interviewUpdated | typeof interviewDeleted;

/** The answers for an interview without a summary: it was deleted meanwhile, or is not completed. */
const NONE: ReadonlySet<FaultKind> = new Set(['not_found', 'invalid']);

/**
 * Copies the summaries of completed interviews, so that searches find them, and deletes those of deleted ones. Whatever the
 * order in which events arrive, the copy is of the latest state.
 */
@Consumes('interview-summaries', interviewCompleted, interviewImported, interviewUpdated, interviewDeleted)
export class InterviewFollowing implements Consumer<Followed> {
  constructor(
    private readonly bus: BusClient,
    private readonly summaries: InterviewSummariesRepository,
    private readonly indexing: Indexing,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** Copies the interview as it is now. @throws Fault when the interviews service fails. */
  async consume({ subject, payload }: Occurred<Followed>, once: Once): Promise<void> {
    const { project_id, interview_id } = payload;
    if (subject === interviewDeleted.subject) return once(() => this.remove(project_id, interview_id));
    const interview = await this.read({ project_id, interview_id });
    if (interview) await once(() => this.keep(project_id, interview));
  }

  private async read(reference: InterviewReference): Promise<SummarizedInterview | undefined> {
    try {
      return await this.bus.call(interviewSummaries.calls.read, reference);
    } catch (error) {
      if (NONE.has(faultOf(error).kind)) return undefined;
      throw error;
    }
  }

  private async keep(projectId: string, interview: SummarizedInterview): Promise<void> {
    if (await this.summaries.keep(projectId, interview))
      await this.indexing.changed(projectId, 'interview', interview.id);
  }

  private async remove(project_id: string, interview_id: string): Promise<void> {
    if (await this.summaries.empty(project_id, interview_id))
      await this.indexing.changed(project_id, 'interview', interview_id);
    const startAfter = new Date(this.clock.now().getTime() + FORGOTTEN_AFTER_MS);
    await this.jobs.add(forgetInterview, { project_id, interview_id }, { key: interview_id, startAfter });
  }
}
