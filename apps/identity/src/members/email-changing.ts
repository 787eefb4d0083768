import { Injectable } from '@nestjs/common';
import { Email, emailChanged } from '@pks/contracts';
import { Clock, Database, Invalid, NotPossible, Outbox, inProject, violates } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { InvitesRepository } from '../invites/invites.repository.ts';
import { ProjectUsersRepository } from '../project-users/project-users.repository.ts';
import { isEmailOfServiceAccount } from '../users/service-account-email.ts';
import type { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';

/** A change of a user's e-mail. */
export class ChangeEmail {
  @Email()
  readonly from!: string;

  @Email()
  readonly to!: string;
}

/** Changes the e-mails of users, with an event for the services that store them. Accepts pending invites of the new e-mail to their projects. */
@Injectable()
export class EmailChanging {
  constructor(
    private readonly users: UsersRepository,
    private readonly members: ProjectUsersRepository,
    private readonly invites: InvitesRepository,
    private readonly outbox: Outbox,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Does nothing if the user already has the new e-mail. @throws Invalid keyed to `to` for the address of a service account; NotPossible when no
   * user has the old one, or another user has the new one.
   */
  async change({ from, to }: ChangeEmail): Promise<void> {
    if (isEmailOfServiceAccount(to)) throw Invalid.field('to', 'Enter a valid email address.');
    try {
      await this.database.transaction(async () => {
        const user = await this.lock(from);
        if (user.email !== to) await this.carryOut(user, to);
      });
    } catch (error) {
      if (!violates(error, 'users_email')) throw error;
      throw new NotPossible(`Another user has the e-mail ${to}.`);
    }
  }

  /** The user with this e-mail, locked. Service accounts are refused: their e-mails never change. */
  private async lock(email: string): Promise<User> {
    const found = await this.users.findByEmail(email);
    const user = found && (await this.users.lock(found.id));
    if (user?.kind === 'user' && user.email === found?.email) return user;
    throw new NotPossible(`No user has the e-mail ${email}.`);
  }

  private async carryOut(user: User, email: string): Promise<void> {
    const previous_email = user.email;
    await this.users.save(Object.assign(user, { email }));
    const now = this.clock.now();
    for (const projectId of await this.members.projectsOf(user.id))
      await inProject(projectId, () => this.invites.acceptPending(projectId, email, now));
    const changed_at = now.toISOString();
    await this.outbox.add([emailChanged.of({ user_id: user.id, email, previous_email, changed_at })]);
    this.notices.changed([user.id]);
  }
}
