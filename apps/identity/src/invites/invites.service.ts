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
import { InviteSending } from './invite-sending.ts';
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
      if (!user) {
        const sent = await this.sending.send(invitation, this.clock.now());
        return { ...sent.view(inviter), type: 'new_user' };
      }
      const settled = await this.settle(invitation, user, { keepsRights: false });
      return { ...settled.view(inviter), type: 'existing_user' };
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
      if (user) await this.settle(invitation, user, { keepsRights: true });
      else await this.sending.sendKeepingRights(invitation, wantedAt, this.clock.now());
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
  private async settle(
    asked: Invitation,
    user: User,
    { keepsRights }: { readonly keepsRights: boolean },
  ): Promise<Invite> {
    const now = this.clock.now();
    const isMailed = (await this.sending.secondsLeft(asked)) === 0;
    const pending = await this.invites.lockPending(asked.projectId, asked.email);
    const invitation = keepsRights ? keepingRights(asked, pending) : asked;
    const invite = Object.assign(Invite.write(invitation, now), pending && identityOf(pending));
    if (!(await this.admission.admit(user, invite, now, invitation.invitedBy))) {
      throw Invalid.field('email', 'This user is already a member of the project.');
    }
    invite.accept(now);
    await this.invites.saveSettled(invite, { isMailed });
    return invite;
  }
}

function identityOf({ id, email, edition, createdAt, updatedAt }: Invite): Partial<Invite> {
  return { id, email, edition, createdAt, updatedAt };
}
