import { Injectable } from '@nestjs/common';
import type {
  AddOrganizationUser,
  ListOrganizationUsers,
  OrganizationUser as OrganizationUserView,
  Page,
} from '@pks/contracts';
import { Clock, Database, Invalid } from '@pks/platform';
import { AccessNotices } from '../access/access-notices.ts';
import { isEmailOfServiceAccount } from '../service-accounts/service-account-email.ts';
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
   * Makes a user, or lets the one with that e-mail join; a password is only ever given to a new one. A service account
   * joins nobody else's organization: its e-mail is no person's.
   * @throws Invalid keyed to `email` when he is in the organization, or deactivated by another; to `password` when he has a password to keep.
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
      throw Invalid.field('password', 'This user exists already, and keeps the password that he has.');
    }
    if (!(await this.users.isActive(id))) throw Invalid.field('email', 'This user is deactivated.');
  }

  /** Whoever has the e-mail: the newcomer, or who had it before. */
  private async settle(newcomer: User): Promise<User> {
    if (await this.users.addIfNew(newcomer)) return newcomer;
    return (await this.users.findByEmail(newcomer.email)) ?? newcomer;
  }
}
