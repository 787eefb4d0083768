import { Injectable } from '@nestjs/common';
import type { CreateServiceAccount, ListServiceAccounts, Page, ServiceAccount } from '@pks/contracts';
import { Clock, Database, NotPossible } from '@pks/platform';
import { OrganizationUser } from '../organizations/organization-user.entity.ts';
import { OrganizationsRepository } from '../organizations/organizations.repository.ts';
import { User } from '../users/user.entity.ts';
import { UsersRepository } from '../users/users.repository.ts';
import { emailOfServiceAccount } from '../users/service-account-email.ts';
import { ServiceAccountsRepository } from './service-accounts.repository.ts';

/** How many service accounts an organization may have. */
const MOST_ACCOUNTS = 1_000;

/** The service accounts of an organization (decisions 2). */
@Injectable()
export class ServiceAccountsService {
  constructor(
    private readonly accounts: ServiceAccountsRepository,
    private readonly users: UsersRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(request: ListServiceAccounts): Promise<Page<ServiceAccount>> {
    return this.accounts.list(request.organization_id, request);
  }

  /** Creates a user that cannot log in, as a member of the organization. @throws NotPossible when it has too many. */
  create({ organization_id, name }: CreateServiceAccount): Promise<ServiceAccount> {
    const now = this.clock.now();
    return this.database.transaction(async () => {
      await this.organizations.lock(organization_id);
      if ((await this.accounts.count(organization_id, MOST_ACCOUNTS)) >= MOST_ACCOUNTS) {
        throw new NotPossible('An organization can have 1,000 service accounts.');
      }
      const { id, email } = await this.newcomer(name, now);
      await this.organizations.addUser(OrganizationUser.join(organization_id, id, 'member', now));
      return { id, name, email, created_at: now.toISOString() };
    });
  }

  /** Retries with another random e-mail in the rare case that the first one is taken. */
  private async newcomer(name: string, now: Date): Promise<User> {
    const account = User.serve(emailOfServiceAccount(name), name, now);
    return (await this.users.addIfNew(account)) ? account : this.newcomer(name, now);
  }
}
