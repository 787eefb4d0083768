import { ORGANIZATION_ROLES, type OrganizationRole, PERMISSIONS, PROFILES } from '../caller.ts';
import type { Permission, Profile } from '../caller.ts';
import { contract, costly, nothing, page, rpc, secret } from '../kit/contract.ts';
import { Email, Flag, ListOf, OneOf, SomeOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { Empty, Paged } from '../requests.ts';
import { NewPassword } from './new-password.ts';
import { InOrganization } from './organizations.contract.ts';

/** An organization of the caller, with their role. */
export class MyOrganization {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @OneOf(ORGANIZATION_ROLES)
  readonly role!: OrganizationRole;
}

/** A project of the caller, with their permissions. */
export class MyProject {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @SomeOf(PERMISSIONS)
  readonly permissions!: readonly Permission[];

  @OneOf(PROFILES)
  readonly profile!: Profile;
}

/** The most organizations, and the most projects, that `Me` lists. */
export const MOST_OF_MINE = 10_000;

/** The caller, with their organizations and projects and what they may do there. */
export class Me {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;

  @Timestamp()
  readonly date_joined!: string;

  @ListOf(MyOrganization, { maxItems: MOST_OF_MINE, description: 'The first 10,000 by name.' })
  readonly organizations!: readonly MyOrganization[];

  @ListOf(MyProject, {
    maxItems: MOST_OF_MINE,
    description: 'The first 10,000 by name; `GET /projects/` lists all.',
  })
  readonly projects!: readonly MyProject[];
}

/**
 * A user of an organization; `is_active` and `role` apply to that organization only. An account that was invited is inactive until it
 * accepts.
 */
export class OrganizationUser {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;

  @Timestamp()
  readonly date_joined!: string;

  @Flag()
  readonly is_active!: boolean;

  @OneOf(ORGANIZATION_ROLES)
  readonly role!: OrganizationRole;
}

/** A page of an organization's users. */
export class ListOrganizationUsers extends Paged {
  @Uuid()
  readonly organization_id!: string;
}

/** Adds a user to an organization: creates the account if the e-mail has none, otherwise invites it. */
export class AddOrganizationUser extends InOrganization {
  @Email()
  readonly email!: string;

  @NewPassword({
    optional: true,
    description:
      'The password of a new account; without one, the user cannot log in yet. An existing account keeps its password.',
  })
  readonly password?: string;

  @OneOf(ORGANIZATION_ROLES, { default: 'member' })
  readonly role!: OrganizationRole;
}

/** Fields that are absent do not change. */
export class UpdateOrganizationUser extends InOrganization {
  @Uuid()
  readonly user_id!: string;

  @Flag({
    optional: true,
    description:
      'A deactivated user has no access to the organization and its projects. False withdraws an invite that is still pending.',
  })
  readonly is_active?: boolean;

  @OneOf(ORGANIZATION_ROLES, { optional: true })
  readonly role?: OrganizationRole;
}

/** Changes the caller's own password, and revokes all their other tokens. */
export class ChangePassword {
  @NewPassword()
  readonly password!: string;

  @Text({ max: 1000 })
  readonly current_password!: string;
}

/** Ends the caller's own membership in an organization and its projects. */
export class LeaveOrganization extends InOrganization {}

/** The caller's own account, and the users of an organization (decisions 2). */
export const users = contract('identity.users', {
  me: rpc(Empty).by('authenticated').returns(Me),
  changePassword: secret(costly(rpc(ChangePassword).by('user_token').returns(Me))),
  leave: rpc(LeaveOrganization).by('user_token').returns(nothing),
  listOfOrganization: rpc(ListOrganizationUsers).by('organization_admin').returns(page(OrganizationUser)),
  addToOrganization: secret(
    costly(rpc(AddOrganizationUser).by('organization_admin').returns(OrganizationUser)),
  ),
  updateInOrganization: rpc(UpdateOrganizationUser).by('organization_admin').returns(OrganizationUser),
});
