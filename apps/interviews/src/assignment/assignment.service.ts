import { Injectable } from '@nestjs/common';
import { type AssignInterviews, type Caller, type Interview as InterviewView } from '@pks/contracts';
import { Clock, Database } from '@pks/platform';
import { InterviewCounts } from '../interviews/interview-counts.ts';
import { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { agendaOf } from './agenda.ts';
import type { Assignee } from './assignees.ts';
import { AssignmentSources } from './assignment-sources.ts';
import { NewInterviews } from './new-interviews.ts';

/**
 * Assigns interviews: all of a request, or none (decisions 6). A transaction takes its locks in this order: the participants,
 * the draft, the campaign, the totals. The interviews are new, so nobody waits for their locks.
 */
@Injectable()
export class AssignmentService {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly counts: InterviewCounts,
    private readonly sources: AssignmentSources,
    private readonly newInterviews: NewInterviews,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Assigns one interview to each assignee, in their order. @throws Invalid */
  assign(
    request: AssignInterviews,
    caller: Caller,
    assignees: readonly Assignee[],
  ): Promise<readonly InterviewView[]> {
    const agenda = agendaOf(request, assignees.length);
    return this.database.transaction(async () => {
      const { project_id } = request;
      const now = this.clock.now();
      await this.newInterviews.keepParticipants(project_id, caller, assignees);
      await this.sources.takeDraft(request);
      const campaign = await this.sources.openCampaign(request, now);
      const made = assignees.map(({ email, userId }) =>
        Interview.assign({
          ...agenda,
          projectId: project_id,
          type: request.interview_type,
          campaignId: campaign.id,
          createdById: caller.user_id,
          assignedToId: userId,
          inviteEmail: userId === null ? email.toLowerCase() : null,
          writeScope: request.write_scope,
          createdAt: now,
        }),
      );
      await this.newInterviews.insert(made, assignees, request.scheduled_send_at ?? null);
      await this.counts.added(made, { campaigns: campaign.isNew ? 1 : 0 });
      return this.interviews.viewAll(
        project_id,
        made.map(({ id }) => id),
      );
    });
  }
}
