import { Injectable } from '@nestjs/common';
import { hashOfSecret } from '@pks/contracts';
import { NotPossible, Throttled } from '@pks/platform';
import { MailAllowances } from '../mail-allowances/mail-allowances.ts';
import { MailedTokens } from '../users/mailed-tokens.ts';
import { type Invitation, Invite } from './invite.entity.ts';
import { InvitesRepository } from './invites.repository.ts';

/** How many pending invites a project may have. */
const MOST_PENDING = 10_000;

/** What is reserved for an invitation until the end of its transaction. */
export interface Reservation {
  readonly now: Date;
  /** Seconds until an e-mail may be sent to it; 0 if one may be sent now, which is counted. */
  readonly secondsLeft: number;
  /** Its pending invite to the project, locked. */
  readonly pending: Invite | null;
}

/** Sends the e-mails of invites to a project, within a transaction: an address gets at most one a minute (decisions 2). */
@Injectable()
export class InviteSending {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly tokens: MailedTokens,
    private readonly allowances: MailAllowances,
  ) {}

  /** Locks the pending invite of the address, and counts an e-mail to it if one may be sent now. */
  async reserve({ projectId, invitedBy, email }: Invitation, now: Date): Promise<Reservation> {
    const secondsLeft = await this.allowances.take({ from: projectId, invitedBy, email });
    return { now, secondsLeft, pending: await this.invites.lockPending(projectId, email) };
  }

  /**
   * The pending invite of the address, new or renewed, with a new token to be mailed. While no e-mail may be sent to the
   * address, a pending invite is renewed without one: its last token, if still valid, gives the new rights.
   * @throws Throttled when no e-mail may be sent yet and no token is valid; NotPossible when too many invites are
   * pending.
   */
  async send(invitation: Invitation, { now, secondsLeft, pending }: Reservation): Promise<Invite> {
    if (secondsLeft === 0) return this.issue(invitation, pending, now);
    if (!pending?.isOpen(now)) throw new Throttled(secondsLeft);
    pending.renew(invitation, now);
    await this.invites.save(pending);
    return pending;
  }

  /**
   * The pending invite of the address, new or renewed, with a new token to be mailed in any case.
   * @throws Throttled while no e-mail may be sent; NotPossible as above.
   */
  async sendToken(invitation: Invitation, { now, secondsLeft, pending }: Reservation): Promise<Invite> {
    if (secondsLeft > 0) throw new Throttled(secondsLeft);
    return this.issue(invitation, pending, now);
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
}
