import { Injectable } from '@nestjs/common';
import type {
  AddOrganizationUser,
  Caller,
  ListOrganizationUsers,
  OrganizationUser as OrganizationUserView,
  Page,
} from '@pks/contracts';
import { Clock, Database, Invalid } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { isEmailOfServiceAccount } from '../users/service-account-email.ts';
import { hashNewPassword } from '../sessions/passwords.ts';
import { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { Memberships } from './memberships.ts';
import { OrganizationUser } from './organization-user.entity.ts';
import { OrganizationsRepository } from './organizations.repository.ts';

/** The users of an organization, as its admins see them (decisions 2). */
@Injectable()
export class OrganizationUsersService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly users: UsersRepository,
    private readonly memberships: Memberships,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(request: ListOrganizationUsers): Promise<Page<OrganizationUserView>> {
    return this.organizations.listUsers(request.organization_id, request);
  }

  /**
   * Creates an account in the organization, or invites the existing one with that e-mail, whose membership is not
   * active until they accept; only a new account is given a password. A service account cannot be added to another
   * organization.
   * @throws Invalid keyed to `email` if they are already in the organization; to `password` if the account exists.
   */
  async add(request: AddOrganizationUser, caller: Caller): Promise<OrganizationUserView> {
    const { organization_id, email, password, role } = request;
    if (isEmailOfServiceAccount(email)) throw Invalid.field('email', 'Enter a valid email address.');
    const now = this.clock.now();
    const newcomer = User.join(email, password === undefined ? null : await hashNewPassword(password), now);
    return this.database.transaction(async () => {
      const user = await this.settle(newcomer);
      if (user !== newcomer) {
        const invitation = { role, invitedBy: caller.user_id, now };
        const invited = await this.memberships.invite(organization_id, user, invitation);
        assertNoPassword(password);
        return invited.view(user);
      }
      const member = OrganizationUser.join(organization_id, user.id, role, now);
      await this.organizations.addUser(member);
      this.notices.changed([user.id]);
      return member.view(user);
    });
  }

  /** The user with the newcomer's e-mail: the newcomer, or the existing user. */
  private async settle(newcomer: User): Promise<User> {
    if (await this.users.addIfNew(newcomer)) return newcomer;
    return (await this.users.findByEmail(newcomer.email)) ?? newcomer;
  }
}

function assertNoPassword(password: string | undefined): void {
  if (password === undefined) return;
  throw Invalid.field('password', 'This e-mail has an account, which keeps its password.');
}
