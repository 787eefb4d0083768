import { Injectable } from '@nestjs/common';
import type {
  AddOrganizationUser,
  ListOrganizationUsers,
  OrganizationUser as OrganizationUserView,
  Page,
} from '@pks/contracts';
import { Clock, Database, Invalid } from '@pks/platform';
import { AccessNotices } from '../access-notices.ts';
import { isEmailOfServiceAccount } from '../users/service-account-email.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { OrganizationUser } from './organization-user.entity.ts';
import { OrganizationsRepository } from './organizations.repository.ts';

/** The users of an organization, as its admins see them (decisions 2). */
@Injectable()
export class OrganizationUsersService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly users: UsersRepository,
    private readonly notices: AccessNotices,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(request: ListOrganizationUsers): Promise<Page<OrganizationUserView>> {
    return this.organizations.listUsers(request.organization_id, request);
  }

  /**
   * Creates a user, or adds the one with that e-mail to the organization; only a new one is given a password. A service
   * account cannot be added to another organization.
   * @throws Invalid keyed to `email` when they are in the organization, or deactivated in another; to `password` when they have one already.
   */
  async add({ organization_id, email, password, role }: AddOrganizationUser): Promise<OrganizationUserView> {
    if (isEmailOfServiceAccount(email)) throw Invalid.field('email', 'Enter a valid email address.');
    const now = this.clock.now();
    const newcomer = User.join(email, password === undefined ? null : await hashPassword(password), now);
    return this.database.transaction(async () => {
      const user = await this.settle(newcomer);
      const member = OrganizationUser.join(organization_id, user.id, role, now);
      await this.organizations.addUser(member);
      if (user !== newcomer) await this.assertMayJoin(user, password);
      this.notices.changed([user.id]);
      return member.view(user);
    });
  }

  private async assertMayJoin({ id }: User, password: string | undefined): Promise<void> {
    if (password !== undefined) {
      throw Invalid.field('password', 'This user exists already and keeps their password.');
    }
    if (!(await this.users.isActive(id))) throw Invalid.field('email', 'This user is deactivated.');
  }

  /** The user with the e-mail: the new one, or the existing one. */
  private async settle(newcomer: User): Promise<User> {
    if (await this.users.addIfNew(newcomer)) return newcomer;
    return (await this.users.findByEmail(newcomer.email)) ?? newcomer;
  }
}
