import { Injectable } from '@nestjs/common';
import {
  type Caller,
  type InviteReference,
  type InviteUser,
  type Invite as InviteView,
  type ListInvites,
  type NewInvite,
  type Page,
} from '@pks/contracts';
import { Clock, Database, Invalid, NotFound } from '@pks/platform';
import { isEmailOfServiceAccount } from '../users/service-account-email.ts';
import type { User } from '../users/user.entity.ts';
import { Admission } from './admission.ts';
import { type Invitation, Invite, keepingRights } from './invite.entity.ts';
import { InviteSending, type Reservation } from './invite-sending.ts';
import { InvitesRepository } from './invites.repository.ts';

/** The invites to a project, as its admins see them (decisions 2). */
@Injectable()
export class InvitesService {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly admission: Admission,
    private readonly sending: InviteSending,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(request: ListInvites): Promise<Page<InviteView>> {
    return this.invites.list(request);
  }

  /**
   * Invites an e-mail address. A user of the project's organization becomes a member immediately; anyone else gets a token
   * by e-mail, whether or not they have an account.
   * Inviting again renews the pending invite: the last request counts, a new token is sent at most once a minute, and the
   * previous one becomes invalid.
   * @throws Invalid keyed to `email` for a member, a deactivated user, or the address of a service account; Throttled when
   * too many e-mails were sent.
   */
  async invite(request: InviteUser, caller: Caller): Promise<NewInvite> {
    const { project_id: projectId, email, permissions, profile } = request;
    const invitation = { projectId, email, permissions, profile, invitedBy: caller.user_id };
    const inviter = { id: caller.user_id, email: caller.email };
    return this.database.transaction(async () => {
      const user = await this.colleague(invitation);
      const reservation = await this.sending.reserve(invitation, this.clock.now());
      const invite = user
        ? await this.addMember(user, invitation, reservation)
        : await this.sending.send(invitation, reservation);
      return { ...invite.view(inviter), type: user ? 'existing_user' : 'new_user' };
    });
  }

  /**
   * Invites an e-mail address that has to become a member, with whatever rights: a pending invite keeps its own rights, and is sent
   * again with a new token.
   * @throws Fault as `invite`; Invalid keyed to `email` also if a token was sent to the address since `wantedAt`, or within the last
   * minute.
   */
  async inviteKeepingRights(invitation: Invitation, wantedAt: Date): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.colleague(invitation);
      const reservation = await this.sending.reserve(invitation, this.clock.now());
      const { pending, now } = reservation;
      const kept = keepingRights(invitation, pending);
      if (user) return void (await this.addMember(user, kept, reservation));
      if (pending?.isSent(wantedAt, now))
        throw Invalid.field('email', 'This e-mail has just been sent an invite.');
      await this.sending.sendToken(kept, reservation);
    });
  }

  /** Cancels a pending invite: its token becomes invalid. @throws NotPossible for any other invite. */
  cancel({ project_id, invite_id }: InviteReference): Promise<void> {
    return this.database.transaction(async () => {
      const invite = await this.invites.lock(project_id, invite_id);
      if (!invite) throw new NotFound();
      invite.cancel(this.clock.now());
      await this.invites.save(invite);
    });
  }

  private colleague({ projectId, email }: Invitation): Promise<User | null> {
    if (isEmailOfServiceAccount(email)) throw Invalid.field('email', 'Enter a valid email address.');
    return this.admission.colleague(projectId, email);
  }

  /**
   * Makes a user of the organization a member, and notifies them, at most once a minute. Also accepts a pending invite from before they were in
   * the organization.
   */
  private async addMember(
    user: User,
    invitation: Invitation,
    { secondsLeft, pending, now }: Reservation,
  ): Promise<Invite> {
    const invite = Object.assign(Invite.write(invitation, now), pending && identityOf(pending));
    if (!(await this.admission.admit(user, invite, now, invitation.invitedBy))) {
      throw Invalid.field('email', 'This user is already a member of the project.');
    }
    invite.accept(now);
    await this.invites.saveSettled(invite, { isMailed: secondsLeft === 0 });
    return invite;
  }
}

function identityOf({ id, email, edition, createdAt, updatedAt }: Invite): Partial<Invite> {
  return { id, email, edition, createdAt, updatedAt };
}
