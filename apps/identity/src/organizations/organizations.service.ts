import { Injectable } from '@nestjs/common';
import type { InOrganization, Organization as OrganizationView, UpdateOrganization } from '@pks/contracts';
import { Database } from '@pks/platform';
import { OrganizationsRepository } from './organizations.repository.ts';

/** Reads and renames organizations. */
@Injectable()
export class OrganizationsService {
  constructor(
    private readonly organizations: OrganizationsRepository,
    private readonly database: Database,
  ) {}

  get({ organization_id }: InOrganization): Promise<OrganizationView> {
    return this.database.transaction(async () => (await this.organizations.require(organization_id)).view());
  }

  /** Changes the given fields. */
  update({ organization_id, name }: UpdateOrganization): Promise<OrganizationView> {
    return this.database.transaction(async () => {
      if (name !== undefined) await this.organizations.rename(organization_id, name);
      return (await this.organizations.require(organization_id)).view();
    });
  }
}
