import {
  type AddOrganizationUser,
  type Caller,
  type ChangePassword,
  type Empty,
  type LeaveOrganization,
  type ListOrganizationUsers,
  type Me,
  type OrganizationUser,
  type Page,
  type UpdateOrganizationUser,
  users,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { PasswordChanging } from '../sessions/password-changing.ts';
import { UsersService } from '../users/users.service.ts';
import { OrganizationUserChanges } from './organization-user-changes.ts';
import { OrganizationUsersService } from './organization-users.service.ts';

@Serves(users)
export class UsersController implements Service<typeof users> {
  readonly before = {
    changePassword: (request: ChangePassword, caller: Caller) => this.passwords.authorize(request, caller),
  };

  constructor(
    private readonly users: UsersService,
    private readonly organizationUsers: OrganizationUsersService,
    private readonly changes: OrganizationUserChanges,
    private readonly passwords: PasswordChanging,
  ) {}

  me(_request: Empty, caller: Caller): Promise<Me> {
    return this.users.me(caller);
  }

  async changePassword(request: ChangePassword, caller: Caller): Promise<Me> {
    await this.passwords.change(request, caller);
    return this.users.me(caller);
  }

  leave(request: LeaveOrganization, caller: Caller): Promise<void> {
    return this.changes.leave(request, caller);
  }

  listOfOrganization(request: ListOrganizationUsers): Promise<Page<OrganizationUser>> {
    return this.organizationUsers.list(request);
  }

  addToOrganization(request: AddOrganizationUser, caller: Caller): Promise<OrganizationUser> {
    return this.organizationUsers.add(request, caller);
  }

  updateInOrganization(request: UpdateOrganizationUser): Promise<OrganizationUser> {
    return this.changes.update(request);
  }
}
