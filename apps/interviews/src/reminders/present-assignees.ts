import { Injectable } from '@nestjs/common';
import { type FindInterviewees, type Interviewee, interviewees } from '@pks/contracts';
import { BusClient, type CallContext, ownCall } from '@pks/platform';
import type { Interview } from '../interviews/interview.entity.ts';

/** The deadline of a call to the identity service for a job. Milliseconds. */
const CALL_WITHIN_MS = 3_000;

/** Looks up, with the identity service, whether those who are to take interviews are members who may view the project. */
@Injectable()
export class PresentAssignees {
  constructor(private readonly bus: BusClient) {}

  /**
   * The member who is to take an interview, or has the address that is invited; undefined for one who has left, or has not
   * joined. Called by a user's call, never within its transaction.
   */
  async of(interview: Interview): Promise<Interviewee | undefined> {
    return (await this.find(requestOf(interview)))[0];
  }

  /** A user who is a member; undefined for one who has left. Called by what handles an event, never within its transaction. */
  async member(project_id: string, user_id: string): Promise<Interviewee | undefined> {
    return (await this.find({ project_id, user_ids: [user_id], emails: [] }))[0];
  }

  /** The same as `of` for a job; undefined also for a member who may not view the project. */
  async forJob(interview: Interview, requestId: string): Promise<Interviewee | undefined> {
    return (await this.find(requestOf(interview), ownCall(CALL_WITHIN_MS, requestId))).find(mayTake);
  }

  private async find(request: FindInterviewees, context?: CallContext): Promise<readonly Interviewee[]> {
    return (await this.bus.call(interviewees.calls.find, request, context)).members;
  }
}

/** Whether a member could take an interview: they may view the project. */
export function mayTake({ may_view }: Interviewee): boolean {
  return may_view;
}

function requestOf({ projectId: project_id, assignedToId, inviteEmail }: Interview) {
  const user_ids = assignedToId === null ? [] : [assignedToId];
  return { project_id, user_ids, emails: inviteEmail === null ? [] : [inviteEmail] };
}
