import { Injectable } from '@nestjs/common';
import { type FindInterviewees, type Interviewee, interviewees } from '@pks/contracts';
import { BusClient, type CallContext, ownCall } from '@pks/platform';
import type { Interview } from '../interviews/interview.entity.ts';

/** The deadline of a call to the identity service for a job. Milliseconds. */
const CALL_WITHIN_MS = 3_000;

/** Looks up, in the identity service, whether assignees are members who may view the project. */
@Injectable()
export class PresentAssignees {
  constructor(private readonly bus: BusClient) {}

  /**
   * The member to whom the interview is assigned, or who has the invited address; undefined if they have left, or have not
   * joined. For calls of users, never within their transactions.
   */
  async of(interview: Interview): Promise<Interviewee | undefined> {
    return (await this.find(requestOf(interview)))[0];
  }

  /** The member with this user id; undefined if they have left. For handlers of events, never within their transactions. */
  async member(project_id: string, user_id: string): Promise<Interviewee | undefined> {
    return (await this.find({ project_id, user_ids: [user_id], emails: [] }))[0];
  }

  /** Like `of`, but for jobs, and undefined also for a member who may not view the project. */
  async forJob(interview: Interview, requestId: string): Promise<Interviewee | undefined> {
    return (await this.find(requestOf(interview), ownCall(CALL_WITHIN_MS, requestId))).find(mayTake);
  }

  private async find(request: FindInterviewees, context?: CallContext): Promise<readonly Interviewee[]> {
    return (await this.bus.call(interviewees.calls.find, request, context)).members;
  }
}

/** Whether a member can take interviews, for which they must be able to view the project. */
export function mayTake({ may_view }: Interviewee): boolean {
  return may_view;
}

function requestOf({ projectId: project_id, assignedToId, inviteEmail }: Interview) {
  const user_ids = assignedToId === null ? [] : [assignedToId];
  return { project_id, user_ids, emails: inviteEmail === null ? [] : [inviteEmail] };
}
