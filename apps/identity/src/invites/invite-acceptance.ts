import { Injectable } from '@nestjs/common';
import { type AcceptInvite, type AcceptedInvite, hashOfSecret } from '@pks/contracts';
import { Clock, Database, Invalid, Unavailable, inProject } from '@pks/platform';
import { OrganizationInvitesRepository } from '../organizations/organization-invites.repository.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import type { User } from '../users/user.entity.ts';
import { Admission, type Entrance } from './admission.ts';
import type { Invite } from './invite.entity.ts';
import { InvitesRepository } from './invites.repository.ts';
import { type Invitee, Invitees, Overtaken } from './invitees.ts';

/** How often to try the acceptance while the invitee's account keeps changing in between. */
const ATTEMPTS = 3;

interface Invitation extends Entrance {
  readonly email: string;
}
type Place = Pick<AcceptedInvite, 'organization_id' | 'project_id'>;

/** Accepts invites to projects and organizations, on behalf of the holders of their tokens (decisions 2). */
@Injectable()
export class InviteAcceptance {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly organizationInvites: OrganizationInvitesRepository,
    private readonly invitees: Invitees,
    private readonly admission: Admission,
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the account if there is none, or hands an existing one over to whoever reads its mailbox, makes them a member,
   * and issues a user token: all or nothing, and only once.
   * @throws Invalid keyed to `token`, with the same sentence for every invalid one; to `password` if one is missing, or is
   * sent for an account that keeps its own.
   */
  async accept({ token, password }: AcceptInvite): Promise<AcceptedInvite> {
    const tokenHash = hashOfSecret(token);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { email, ...entrance } = await this.invitation(tokenHash);
      const invitee = await this.invitees.identify(email, password);
      try {
        return await this.database.transaction(() => this.settle(tokenHash, invitee, entrance));
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
    throw new Unavailable();
  }

  /**
   * The mailbox to which the token was sent, and the organization that it leads into. An invite to an organization is for an account, and ends when the account's e-mail
   * changes.
   */
  private async invitation(tokenHash: string): Promise<Invitation> {
    const now = this.clock.now();
    const invite = await this.invites.findByToken(tokenHash);
    if (invite?.isOpen(now)) {
      const { email, projectId } = invite;
      return { email, projectId, organizationId: await this.admission.organizationOf(projectId) };
    }
    const organizationInvite = await this.organizationInvites.findByToken(tokenHash);
    if (!organizationInvite?.isOpen(now)) throw notValid();
    const { email, organizationId } = organizationInvite;
    return { email, organizationId, projectId: null };
  }

  /**
   * The organization is locked first, as by anyone who leaves it, is deactivated or is invited again; then the project,
   * before its invite, as by anyone who deletes it.
   */
  private async settle(tokenHash: string, invitee: Invitee, entrance: Entrance): Promise<AcceptedInvite> {
    await this.admission.hold(entrance);
    const user = await this.invitees.claim(invitee);
    const place = await this.enter(tokenHash, user);
    const session = await this.sessions.issueTo(user);
    return { token: session.token, user: session.user, ...place };
  }

  private async enter(tokenHash: string, user: User): Promise<Place> {
    const now = this.clock.now();
    const invite = await this.invites.lockByToken(tokenHash);
    if (invite?.isOpen(now)) {
      return inProject(invite.projectId, () => this.join(invite, user, now));
    }
    const organizationInvite = await this.organizationInvites.findByToken(tokenHash);
    if (!organizationInvite?.isOpen(now) || organizationInvite.userId !== user.id) throw notValid();
    await this.admission.enter(user, organizationInvite.organizationId, now);
    return { organization_id: organizationInvite.organizationId, project_id: null };
  }

  private async join(invite: Invite, user: User, now: Date): Promise<Place> {
    const organization_id = await this.admission.join(user, invite, now);
    invite.accept(now);
    await this.invites.save(invite);
    return { organization_id, project_id: invite.projectId };
  }
}

function notValid(): Invalid {
  return Invalid.field('token', 'This token is wrong, used, cancelled or expired.');
}
