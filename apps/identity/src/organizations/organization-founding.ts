import { Injectable } from '@nestjs/common';
import { Email, NewPassword, Text } from '@pks/contracts';
import { Clock, Database, Invalid, NotPossible } from '@pks/platform';
import { isEmailOfServiceAccount } from '../users/service-account-email.ts';
import { hashNewPassword } from '../sessions/passwords.ts';
import { UserToken } from '../sessions/user-token.entity.ts';
import { UserTokensRepository } from '../sessions/user-tokens.repository.ts';
import { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { OrganizationUser } from './organization-user.entity.ts';
import { Organization } from './organization.entity.ts';
import { OrganizationsRepository } from './organizations.repository.ts';

/** An organization and its first admin. */
export class FoundOrganization {
  @Text({ max: 255, trim: true })
  readonly name!: string;

  @Email()
  readonly email!: string;

  /** Set only for a new user. */
  @NewPassword({ optional: true })
  readonly password?: string;
}

/** The result of a founding. */
export interface Founded {
  /** A new token of the admin. */
  readonly secret: string;
  /** Whether the admin is a new user; an existing user keeps their password. */
  readonly isNew: boolean;
  /** Whether the account of an existing user was deactivated, and is active again. */
  readonly wasInactive: boolean;
}

/** Founds organizations, for the admin command: without an organization there is no user of the API. */
@Injectable()
export class OrganizationFounding {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly users: UsersRepository,
    private readonly tokens: UserTokensRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether an organization of that name with that admin exists. */
  isDone({ name, email }: FoundOrganization): Promise<boolean> {
    return this.organizations.isAdministered(name, email);
  }

  /**
   * Creates the organization with an active admin, new or existing, and a token of theirs: all or nothing. The
   * installation vouches for the mailbox of a new admin.
   * @throws Invalid for a service account's e-mail; NotPossible for an account whose mailbox is not proved: whoever
   * created the account may know its password.
   */
  async found({ name, email, password }: FoundOrganization): Promise<Founded> {
    if (isEmailOfServiceAccount(email)) throw Invalid.field('email', 'Enter a valid email address.');
    const now = this.clock.now();
    const newcomer = User.prove(email, password === undefined ? null : await hashNewPassword(password), now);
    const organization = Organization.found(name, now);
    return this.database.transaction(async () => {
      const { admin, wasInactive } = await this.settle(newcomer);
      await this.organizations.add(organization);
      await this.organizations.addUser(OrganizationUser.join(organization.id, admin.id, 'admin', now));
      const { token, secret } = UserToken.issue(admin.id, now);
      await this.tokens.add(token, UserToken.endedIfUnusedSince(now));
      return { secret, isNew: admin === newcomer, wasInactive };
    });
  }

  private async settle(newcomer: User): Promise<{ admin: User; wasInactive: boolean }> {
    if (await this.users.addIfNew(newcomer)) return { admin: newcomer, wasInactive: false };
    const found = await this.users.findByEmail(newcomer.email);
    const user = (found && (await this.users.lock(found.id))) ?? newcomer;
    if (user.mailboxProvedAt === null) {
      throw new NotPossible(
        `An organization made the account of ${user.email}, and may know its password: reset that first, with reset-password.`,
      );
    }
    const wasInactive = !user.isActive;
    if (wasInactive) await this.users.save(Object.assign(user, { isActive: true }));
    return { admin: user, wasInactive };
  }
}
