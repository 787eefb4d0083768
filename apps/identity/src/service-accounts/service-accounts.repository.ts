import { Injectable } from '@nestjs/common';
import type { Page, Paged, ServiceAccount } from '@pks/contracts';
import { Database, pageOf, pageStatement, statement } from '@pks/platform';

const LIST = pageStatement<ServiceAccount>('service_accounts_list', {
  results: `
    SELECT u.id, u.name, u.email, u.date_joined AS created_at
      FROM organization_users ou JOIN users u ON u.id = ou.user_id
     WHERE ou.organization_id = :organizationId AND u.kind = 'service_account'`,
  order: 'created_at DESC, id',
});

const FIND = statement<{ id: string }>(
  'service_accounts_find',
  `SELECT u.id
     FROM organization_users ou JOIN users u ON u.id = ou.user_id
    WHERE ou.organization_id = $1 AND ou.user_id = $2 AND u.kind = 'service_account'`,
);

/** Counts only as far as necessary. */
const COUNT = statement<{ accounts: number }>(
  'service_accounts_count',
  `SELECT count(*)::integer AS accounts
     FROM (SELECT 1
             FROM organization_users ou JOIN users u ON u.id = ou.user_id
            WHERE ou.organization_id = $1 AND u.kind = 'service_account' LIMIT $2) AS counted`,
);

@Injectable()
export class ServiceAccountsRepository {
  constructor(private readonly database: Database) {}

  /** The service accounts of an organization, newest first. */
  async list(organizationId: string, { limit, offset }: Paged): Promise<Page<ServiceAccount>> {
    return pageOf(await this.database.rows(LIST, { organizationId, limit, offset }));
  }

  /** The number of service accounts of an organization, counted up to a limit. */
  async count(organizationId: string, limit: number): Promise<number> {
    const [counted] = await this.database.rows(COUNT, [organizationId, limit]);
    return counted?.accounts ?? 0;
  }

  /** Whether this is a service account of the organization. */
  async exists(organizationId: string, id: string): Promise<boolean> {
    return (await this.database.rows(FIND, [organizationId, id])).length > 0;
  }
}
