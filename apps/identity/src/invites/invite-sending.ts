import { Injectable } from '@nestjs/common';
import { hashOfSecret } from '@pks/contracts';
import { Invalid, NotPossible, Throttled } from '@pks/platform';
import { MailAllowances } from '../mail-allowances/mail-allowances.ts';
import { MailedTokens } from '../users/mailed-tokens.ts';
import { type Invitation, Invite, keepingRights } from './invite.entity.ts';
import { InvitesRepository } from './invites.repository.ts';

/** How many pending invites a project may have. */
const MOST_PENDING = 10_000;

/** Sends the e-mails of invites to a project, within a transaction: an address gets at most one a minute (decisions 2). */
@Injectable()
export class InviteSending {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly tokens: MailedTokens,
    private readonly allowances: MailAllowances,
  ) {}

  /**
   * The pending invite of the address, new or renewed, with a new token to be mailed. While no e-mail may be sent to the
   * address, a pending invite is renewed without one: its last token, if still valid, gives the new rights.
   * @throws Throttled when no e-mail may be sent yet and no token is valid; NotPossible when too many invites are
   * pending.
   */
  async send(invitation: Invitation, now: Date): Promise<Invite> {
    const seconds = await this.secondsLeft(invitation);
    const pending = await this.invites.lockPending(invitation.projectId, invitation.email);
    if (seconds > 0) return this.renewQuietly(pending, invitation, { seconds, now });
    return this.issue(invitation, pending, now);
  }

  /**
   * The pending invite of the address, new or with its existing rights, with a new token to be mailed.
   * @throws Invalid keyed to `email` if the last token was sent since `wantedAt`, or within the last minute, which is enough; Throttled
   * while no other e-mail may be sent; NotPossible as above.
   */
  async sendKeepingRights(invitation: Invitation, wantedAt: Date, now: Date): Promise<Invite> {
    const seconds = await this.secondsLeft(invitation);
    const pending = await this.invites.lockPending(invitation.projectId, invitation.email);
    if (pending?.isSent(wantedAt, now))
      throw Invalid.field('email', 'This e-mail has just been sent an invite.');
    if (seconds > 0) throw new Throttled(seconds);
    return this.issue(keepingRights(invitation, pending), pending, now);
  }

  /** Seconds until an e-mail may be sent for the invitation; 0 if one may be sent now, which is then counted. */
  secondsLeft({ projectId: from, invitedBy, email }: Invitation): Promise<number> {
    return this.allowances.take({ from, invitedBy, email });
  }

  private async issue(invitation: Invitation, pending: Invite | null, now: Date): Promise<Invite> {
    if (!pending && (await this.invites.countPending(invitation.projectId, MOST_PENDING)) >= MOST_PENDING) {
      throw new NotPossible('A project can have 10,000 pending invites.');
    }
    const invite = await this.invites.open(Invite.write(invitation, now));
    invite.tokenHash = hashOfSecret(this.tokens.ofInvite(invite));
    await this.invites.saveIssued(invite);
    return invite;
  }

  private async renewQuietly(
    pending: Invite | null,
    invitation: Invitation,
    { seconds, now }: { readonly seconds: number; readonly now: Date },
  ): Promise<Invite> {
    if (!pending?.isOpen(now)) throw new Throttled(seconds);
    pending.renew(invitation, now);
    await this.invites.save(pending);
    return pending;
  }
}
