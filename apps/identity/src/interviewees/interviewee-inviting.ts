import { Inject } from '@nestjs/common';
import { interviewInvites, intervieweeInvited } from '@pks/contracts';
import {
  BusClient,
  type Consumer,
  Consumes,
  Fault,
  LOG,
  type Log,
  type Occurred,
  type Once,
  faultOf,
  undoneAlone,
} from '@pks/platform';
import type { Invitation } from '../invites/invite.entity.ts';
import { InvitesService } from '../invites/invites.service.ts';
import { type Rights, administers } from '../project-users/project-user.entity.ts';
import { StandingsRepository } from '../standings/standings.repository.ts';

/** The rights of an interviewee who has no pending invite (decisions 6). */
const RIGHTS: Rights = { permissions: ['CAN_VIEW_DATA'], profile: 'contributor' };

/** When to retry for a project with too many pending invites: some have to be cancelled or accepted first. Seconds. */
const RETRY_AFTER_S = 60 * 60;

/** Invites interviewees who are not members of the project yet. */
@Consumes('interviewees', intervieweeInvited)
export class IntervieweeInviting implements Consumer<typeof intervieweeInvited> {
  constructor(
    private readonly invites: InvitesService,
    private readonly standings: StandingsRepository,
    private readonly bus: BusClient,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Sends a pending invite again, with its own rights, unless that was done since the assignment or within the last minute: one e-mail is
   * enough for several interviews. Does nothing for an address that is a member's or cannot be invited, for an inviter who may no longer
   * invite, or for an interview that no longer needs an invite: the event may have waited for long.
   * @throws Fault of kind `throttled` if the invite has to wait: the event is retried later.
   */
  async consume({ payload, occurredAt }: Occurred<typeof intervieweeInvited>, once: Once): Promise<void> {
    const { project_id: projectId, interview_id, email, invited_by: invitedBy } = payload;
    const interview = { project_id: projectId, interview_id, email };
    const { is_wanted } = await this.bus.call(interviewInvites.calls.read, interview);
    const invitation = { projectId, email, invitedBy, ...RIGHTS };
    await once(async () => {
      if (!is_wanted) return;
      try {
        await undoneAlone(() => this.invite(invitation, occurredAt));
      } catch (error) {
        if (!isSettled(error)) throw waiting(error);
      }
    });
  }

  /** This may happen long after the assignment, so it needs the same rights: those of an active admin. @throws NotFound without a project */
  private async invite(invitation: Invitation, wantedAt: Date): Promise<void> {
    const { projectId, invitedBy } = invitation;
    const { permissions } = await this.standings.of(projectId, invitedBy);
    if (administers(permissions)) return this.invites.inviteKeepingRights(invitation, wantedAt);
    this.log.warn(
      { project_id: projectId, user_id: invitedBy },
      'an interviewee is not invited: who assigned the interview is no admin of the project any more',
    );
  }
}

/** Whether there is nobody to invite: no such project, or an address that needs no invite or cannot have one. */
function isSettled(error: unknown): boolean {
  const { kind, fields } = faultOf(error);
  return kind === 'not_found' || fields?.['email'] !== undefined;
}

/** Too many pending invites are not a defect of the event: it has to wait. Any other error is passed through unchanged. */
function waiting(error: unknown): unknown {
  const { kind, message } = faultOf(error);
  if (kind !== 'invalid') return error;
  return new Fault({ kind: 'throttled', message, retryAfter: RETRY_AFTER_S });
}
