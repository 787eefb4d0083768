import { Injectable } from '@nestjs/common';
import type { OrganizationRole, OrganizationUser as OrganizationUserView, Page, Paged } from '@pks/contracts';
import { Database, Invalid, NotFound, pageOf, pageStatement, statement, violates } from '@pks/platform';
import { OrganizationUser } from './organization-user.entity.ts';
import { Organization } from './organization.entity.ts';

const LIST_USERS = pageStatement<OrganizationUserView>('organizations_list_users', {
  results: `
    SELECT u.id, u.email, u.date_joined, ou.is_active, ou.role
      FROM organization_users ou JOIN users u ON u.id = ou.user_id
     WHERE ou.organization_id = :organizationId`,
  order: 'lower(email), id',
});

const ADD_IF_MISSING = statement<object>(
  'organizations_add_if_missing',
  `INSERT INTO organization_users (organization_id, user_id, role, created_at)
   VALUES ($1, $2, $3, $4)
   ON CONFLICT ON CONSTRAINT organization_users_pkey DO NOTHING`,
);

const ROLE = statement<{ role: OrganizationRole }>(
  'organizations_role',
  'SELECT role FROM organization_users WHERE organization_id = $1 AND user_id = $2 AND is_active',
);

const OTHER_ADMIN = statement<{ user_id: string }>(
  'organizations_other_admin',
  `SELECT ou.user_id
     FROM organization_users ou JOIN users u ON u.id = ou.user_id
    WHERE ou.organization_id = $1 AND ou.user_id <> $2 AND ou.role = 'admin' AND ou.is_active AND u.is_active
    LIMIT 1`,
);

const ADMINISTERED = statement<{ id: string }>(
  'organizations_administered',
  `SELECT o.id
     FROM organizations o JOIN organization_users ou ON ou.organization_id = o.id
     JOIN users u ON u.id = ou.user_id
    WHERE o.name = $1 AND ou.role = 'admin' AND lower(u.email) = lower($2 COLLATE "C")
    LIMIT 1`,
);

@Injectable()
export class OrganizationsRepository {
  constructor(private readonly database: Database) {}

  async add(organization: Organization): Promise<void> {
    await this.database.transaction(() => this.database.manager.insert(Organization, organization));
  }

  /** @throws Invalid keyed to `email` if the user is already in the organization, even if they are added twice concurrently. */
  async addUser(user: OrganizationUser): Promise<void> {
    try {
      await this.database.transaction(() => this.database.manager.insert(OrganizationUser, user));
    } catch (error) {
      if (!violates(error, 'organization_users_pkey')) throw error;
      throw Invalid.field('email', 'This user is already in the organization.');
    }
  }

  /** Adds a user; one who is in the organization keeps their role. */
  async addUserIfMissing({ organizationId, userId, role, createdAt }: OrganizationUser): Promise<void> {
    await this.database.rows(ADD_IF_MISSING, [organizationId, userId, role, createdAt]);
  }

  /** @throws NotFound */
  async require(id: string): Promise<Organization> {
    const organization = await this.database.find(Organization, { id });
    if (!organization) throw new NotFound();
    return organization;
  }

  async rename(id: string, name: string): Promise<void> {
    await this.database.manager.update(Organization, { id }, { name });
  }

  /** Locks the organization until the end of the transaction: other changes to its users, or to its projects' admins, wait. */
  async lock(id: string): Promise<void> {
    await this.database.lock(Organization, { id }, 'for_no_key_update');
  }

  findUser(organizationId: string, userId: string): Promise<OrganizationUser | null> {
    return this.database.find(OrganizationUser, { organizationId, userId });
  }

  async saveUser(user: OrganizationUser): Promise<void> {
    await this.database.transaction(() => this.database.manager.save(user));
  }

  async deleteUser({ organizationId, userId }: OrganizationUser): Promise<void> {
    await this.database.transaction(() =>
      this.database.manager.delete(OrganizationUser, { organizationId, userId }),
    );
  }

  /** Whether the organization has another active admin; reliable only under its lock. */
  async hasOtherAdmin({ organizationId, userId }: OrganizationUser): Promise<boolean> {
    return (await this.database.rows(OTHER_ADMIN, [organizationId, userId])).length > 0;
  }

  /** An active user's role in an organization; undefined if there is no such user. */
  async roleOf(userId: string, organizationId: string): Promise<OrganizationRole | undefined> {
    const [found] = await this.database.rows(ROLE, [organizationId, userId]);
    return found?.role;
  }

  /** Whether an organization of that name has an admin with that e-mail. */
  async isAdministered(name: string, email: string): Promise<boolean> {
    return (await this.database.rows(ADMINISTERED, [name, email])).length > 0;
  }

  /** The users of an organization, by e-mail. */
  async listUsers(organizationId: string, { limit, offset }: Paged): Promise<Page<OrganizationUserView>> {
    return pageOf(await this.database.rows(LIST_USERS, { organizationId, limit, offset }));
  }
}
