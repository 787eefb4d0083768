import { intervieweeInvited } from '@pks/contracts';
import {
  type Consumer,
  Consumes,
  Fault,
  type Occurred,
  type Once,
  faultOf,
  undoneAlone,
} from '@pks/platform';
import { InvitesService } from '../invites/invites.service.ts';
import type { Rights } from '../project-users/project-user.entity.ts';

/** What an interviewee gets who has no pending invite (decisions 6). */
const RIGHTS: Rights = { permissions: ['CAN_VIEW_DATA'], profile: 'contributor' };

/** A project with too many pending invites has to cancel some, or to wait until some are accepted. Seconds. */
const RETRY_AFTER_S = 60 * 60;

/** Invites those who are to be interviewed, and are not in the project yet. */
@Consumes('interviewees', intervieweeInvited)
export class IntervieweeInviting implements Consumer<typeof intervieweeInvited> {
  constructor(private readonly invites: InvitesService) {}

  /**
   * Does nothing for an address that is a member's, has a valid invite or cannot be invited.
   * @throws Fault of kind `throttled` where an invite has to wait: the event is retried when there is room again.
   */
  async consume({ payload }: Occurred<typeof intervieweeInvited>, once: Once): Promise<void> {
    const { project_id: projectId, email, invited_by: invitedBy } = payload;
    const invitation = { projectId, email, invitedBy, ...RIGHTS };
    await once(async () => {
      try {
        await undoneAlone(() => this.invites.inviteUnlessInvited(invitation));
      } catch (error) {
        if (!isSettled(error)) throw waiting(error);
      }
    });
  }
}

/** Whether there is nothing to invite: no such project, or an address that needs no invite or cannot have one. */
function isSettled(error: unknown): boolean {
  const { kind, fields } = faultOf(error);
  return kind === 'not_found' || fields?.['email'] !== undefined;
}

/** Too many pending invites are no defect of the event: it waits. Any other error is passed through unchanged. */
function waiting(error: unknown): unknown {
  const { kind, message } = faultOf(error);
  if (kind !== 'invalid') return error;
  return new Fault({ kind: 'throttled', message, retryAfter: RETRY_AFTER_S });
}
