import {
  type AddOrganizationUser,
  type Caller,
  type Empty,
  type ListOrganizationUsers,
  type Me,
  type OrganizationUser,
  type Page,
  type UpdateOrganizationUser,
  users,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { UsersService } from '../users/users.service.ts';
import { OrganizationUserChanges } from './organization-user-changes.ts';
import { OrganizationUsersService } from './organization-users.service.ts';

@Serves(users)
export class UsersController implements Service<typeof users> {
  constructor(
    private readonly users: UsersService,
    private readonly organizationUsers: OrganizationUsersService,
    private readonly changes: OrganizationUserChanges,
  ) {}

  me(_request: Empty, caller: Caller): Promise<Me> {
    return this.users.me(caller);
  }

  listOfOrganization(request: ListOrganizationUsers): Promise<Page<OrganizationUser>> {
    return this.organizationUsers.list(request);
  }

  addToOrganization(request: AddOrganizationUser): Promise<OrganizationUser> {
    return this.organizationUsers.add(request);
  }

  updateInOrganization(request: UpdateOrganizationUser): Promise<OrganizationUser> {
    return this.changes.update(request);
  }
}
