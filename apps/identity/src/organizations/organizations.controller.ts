import {
  type InOrganization,
  type Organization,
  type UpdateOrganization,
  organizations,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { OrganizationsService } from './organizations.service.ts';

@Serves(organizations)
export class OrganizationsController implements Service<typeof organizations> {
  constructor(private readonly organizations: OrganizationsService) {}

  get(request: InOrganization): Promise<Organization> {
    return this.organizations.get(request);
  }

  update(request: UpdateOrganization): Promise<Organization> {
    return this.organizations.update(request);
  }
}
