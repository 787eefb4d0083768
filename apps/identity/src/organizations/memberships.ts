import { Injectable } from '@nestjs/common';
import { type OrganizationRole, hashOfSecret } from '@pks/contracts';
import { Invalid, NotPossible, Throttled } from '@pks/platform';
import { MailAllowances } from '../mail-allowances/mail-allowances.ts';
import { MailedTokens } from '../users/mailed-tokens.ts';
import type { User } from '../users/user.entity.ts';
import { OrganizationInvite } from './organization-invite.entity.ts';
import { OrganizationInvitesRepository } from './organization-invites.repository.ts';
import { OrganizationUser } from './organization-user.entity.ts';
import { OrganizationsRepository } from './organizations.repository.ts';

/** Begins the memberships of existing accounts in an organization: never without their consent, within a transaction. */
@Injectable()
export class Memberships {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly pending: OrganizationInvitesRepository,
    private readonly tokens: MailedTokens,
    private readonly allowances: MailAllowances,
  ) {}

  /** Whether the user was invited to the organization and has not accepted yet. */
  async isPending({ organizationId, userId }: OrganizationUser): Promise<boolean> {
    return (await this.pending.find(organizationId, userId)) !== null;
  }

  /**
   * Invites an account by e-mail to the organization, whose row is locked meanwhile. Inviting it again renews the invite,
   * with a new token and e-mail at most once a minute.
   * @throws Invalid keyed to `email` for a user who is already in the organization; Throttled when no e-mail may be sent,
   * unless the last token is still valid.
   */
  async invite(
    organizationId: string,
    user: User,
    {
      role,
      invitedBy,
      now,
    }: { readonly role: OrganizationRole; readonly invitedBy: string; readonly now: Date },
  ): Promise<OrganizationUser> {
    await this.organizations.lock(organizationId);
    const known = await this.organizations.findUser(organizationId, user.id);
    const invite = await this.pending.find(organizationId, user.id);
    if (known && !invite) throw Invalid.field('email', 'This user is already in the organization.');
    const member = known ?? OrganizationUser.invite(organizationId, user.id, role, now);
    if (known) await this.organizations.saveUser(Object.assign(known, { role }));
    else await this.organizations.addUser(member);
    const mailing = { from: organizationId, invitedBy, email: user.email };
    const seconds = await this.allowances.take(mailing);
    if (seconds > 0 && !invite?.isOpen(now)) throw new Throttled(seconds);
    if (!invite) await this.send(OrganizationInvite.write(organizationId, user, invitedBy, now));
    else if (seconds === 0) await this.send(invite.renewed(user.email, invitedBy, now));
    return member;
  }

  /**
   * Makes a user who accepted an invite a member, under the lock of the organization. A user who was invited to the organization
   * itself gets the role of that invite while it is valid; if it expired or was withdrawn, they become a plain member.
   * @throws NotPossible for a user whom the organization suspended.
   */
  async begin(organizationId: string, user: User, now: Date): Promise<void> {
    await this.organizations.addUserIfMissing(OrganizationUser.join(organizationId, user.id, 'member', now));
    const member = await this.organizations.findUser(organizationId, user.id);
    if (!member || member.isActive) return;
    const invite = await this.pending.find(organizationId, user.id);
    if (!invite) throw new NotPossible('This user is deactivated in the organization.');
    await this.pending.delete(invite);
    const role = invite.isOpen(now) ? member.role : 'member';
    await this.organizations.saveUser(Object.assign(member, { isActive: true, role }));
  }

  /** Withdraws the invite of a user who has not accepted: its token becomes invalid, and another is sent only if they are invited again. */
  async withdraw({ organizationId, userId }: OrganizationUser): Promise<void> {
    const invite = await this.pending.find(organizationId, userId);
    if (invite) await this.pending.save(Object.assign(invite, { tokenHash: null }));
  }

  private async send(invite: OrganizationInvite): Promise<void> {
    invite.tokenHash = hashOfSecret(this.tokens.ofInvite(invite));
    await this.pending.saveIssued(invite);
  }
}
