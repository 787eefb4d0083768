import { Injectable } from '@nestjs/common';
import { type AcceptInvite, type AcceptedInvite, hashOfSecret } from '@pks/contracts';
import { Clock, Database, Invalid, Unavailable, currentCall } from '@pks/platform';
import { PasswordLogin } from '../sessions/password-login.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { SessionsService } from '../sessions/sessions.service.ts';
import { User } from '../users/user.entity.ts';
import { Admission } from './admission.ts';
import type { Invite } from './invite.entity.ts';
import { InvitesRepository } from './invites.repository.ts';

/** How often the acceptance is retried when the invitee became a user or a member in between. */
const ATTEMPTS = 3;

/** What was read before the transaction is out of date. */
class Overtaken extends Error {}

/** Who accepts: a user to be created, or one who has authenticated. */
interface Invitee {
  readonly user: User;
  readonly isNew: boolean;
}

/** Accepts invites on behalf of the holders of their tokens (decisions 2). */
@Injectable()
export class InviteAcceptance {
  constructor(
    private readonly invites: InvitesRepository,
    private readonly admission: Admission,
    private readonly logins: PasswordLogin,
    private readonly sessions: SessionsService,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the user, makes them a member of project and organization, and issues a user token: all or nothing, and once.
   * The token proves the mailbox and nothing more, so an existing user has to give their password.
   * @throws Invalid keyed to `token`, the same for any that is not valid; to `password` when it is not the user's.
   * Throttled after too many wrong passwords.
   */
  async accept({ token, password }: AcceptInvite): Promise<AcceptedInvite> {
    const tokenHash = hashOfSecret(token);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { email } = this.open(await this.invites.findByToken(tokenHash));
      const invitee = await this.inviteeOf(email, password);
      try {
        return await this.database.transaction(() => this.settle(tokenHash, invitee));
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
    throw new Unavailable();
  }

  private async settle(tokenHash: string, { user, isNew }: Invitee): Promise<AcceptedInvite> {
    const now = this.clock.now();
    const invite = this.open(await this.invites.lockByToken(tokenHash));
    if (isNew && !(await this.admission.addUser(user))) throw new Overtaken();
    const isMember = !isNew && (await this.admission.isMember(invite));
    if (!isMember && !(await this.admission.admit(user, invite, now, null))) throw new Overtaken();
    invite.accept(now);
    await this.invites.saveAccepted(invite, user.id);
    const session = await this.sessions.issueTo(user);
    return { token: session.token, user: session.user, project_id: invite.projectId };
  }

  private async inviteeOf(email: string, password: string): Promise<Invitee> {
    if (!(await this.admission.userOf(email))) {
      return { user: User.join(email, await hashPassword(password), this.clock.now()), isNew: true };
    }
    const user = await this.logins.verify({ email, password }, currentCall()?.clientAddress);
    if (user) return { user, isNew: false };
    throw Invalid.field(
      'password',
      'A user with this e-mail exists already, and this is not their password.',
    );
  }

  private open(invite: Invite | null): Invite {
    if (invite?.isOpen(this.clock.now())) return invite;
    throw Invalid.field('token', 'This token is wrong, used, cancelled or expired.');
  }
}
