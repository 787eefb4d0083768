import { Injectable } from '@nestjs/common';
import type {
  Caller,
  FoundCount,
  Interview,
  InterviewReference,
  InterviewSummary,
  ListInterviews,
  Page,
} from '@pks/contracts';
import { Database, Outbox } from '@pks/platform';
import { InterviewCounts } from './interview-counts.ts';
import { deleted } from './interview-events.ts';
import { InterviewListsRepository } from './interview-lists.repository.ts';
import { InterviewsRepository } from './interviews.repository.ts';

/** Interviews (api.md Interviews, decisions 6): admins see all of a project, others those that are assigned to them or that they created. */
@Injectable()
export class InterviewsService {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly lists: InterviewListsRepository,
    private readonly counts: InterviewCounts,
    private readonly outbox: Outbox,
    private readonly database: Database,
  ) {}

  /** Interviews, newest first. */
  list(request: ListInterviews, caller: Caller): Promise<Page<InterviewSummary> & FoundCount> {
    return this.lists.list(request, caller);
  }

  /** The interview with its transcript. @throws NotFound also for an interview that the caller may not see. */
  get({ project_id, interview_id }: InterviewReference, caller: Caller): Promise<Interview> {
    return this.interviews.view(project_id, interview_id, caller);
  }

  /** Deletes the interview with its transcript. No more reminders are sent, and the event has other services delete their copies. */
  async remove({ project_id, interview_id }: InterviewReference): Promise<void> {
    await this.database.transaction(async () => {
      const interview = await this.interviews.lock(project_id, interview_id);
      await this.interviews.remove(interview);
      await this.counts.removed(interview);
      await this.outbox.add([deleted(interview)]);
    });
  }
}
