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

/** Interviews (api.md Interviews, decisions 6): admins see all of a project, others those that they have to take or created. */
@Injectable()
export class InterviewsService {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly lists: InterviewListsRepository,
    private readonly counts: InterviewCounts,
    private readonly outbox: Outbox,
    private readonly database: Database,
  ) {}

  /** The newest first. */
  list(request: ListInterviews, caller: Caller): Promise<Page<InterviewSummary> & FoundCount> {
    return this.lists.list(request, caller);
  }

  /** With its transcript. @throws NotFound for an interview that the caller may not see, too. */
  get({ project_id, interview_id }: InterviewReference, caller: Caller): Promise<Interview> {
    return this.interviews.view(project_id, interview_id, caller);
  }

  /** With its transcript; no reminder of it is sent any more, and what others copied of it is deleted, too. */
  async remove({ project_id, interview_id }: InterviewReference): Promise<void> {
    await this.database.transaction(async () => {
      const interview = await this.interviews.lock(project_id, interview_id);
      await this.interviews.remove(interview);
      await this.counts.removed(interview);
      await this.outbox.add([deleted(interview)]);
    });
  }
}
