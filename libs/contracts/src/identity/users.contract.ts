import { ORGANIZATION_ROLES, type OrganizationRole, PERMISSIONS, PROFILES } from '../caller.ts';
import type { Permission, Profile } from '../caller.ts';
import { contract, page, rpc } from '../kit/contract.ts';
import { Email, Flag, ListOf, OneOf, SomeOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { Empty, Paged } from '../requests.ts';

export class MyOrganization {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @OneOf(ORGANIZATION_ROLES)
  readonly role!: OrganizationRole;
}

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

/** The caller himself: where he belongs and what he may do there. */
export class Me {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;

  @Timestamp()
  readonly date_joined!: string;

  @ListOf(MyOrganization)
  readonly organizations!: readonly MyOrganization[];

  @ListOf(MyProject)
  readonly projects!: readonly MyProject[];
}

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

export class ListOrganizationUsers extends Paged {
  @Uuid()
  readonly organization_id!: string;
}

export class AddOrganizationUser {
  @Uuid()
  readonly organization_id!: string;

  @Email()
  readonly email!: string;

  @Text({ max: 1000, optional: true, description: 'Without one the user cannot log in yet.' })
  readonly password?: string;

  @OneOf(ORGANIZATION_ROLES, { default: 'member' })
  readonly role!: OrganizationRole;
}

/** Fields that are absent stay as they are. */
export class UpdateOrganizationUser {
  @Uuid()
  readonly organization_id!: string;

  @Uuid()
  readonly user_id!: string;

  @Flag({ optional: true, description: 'A user who is not active has no credential that counts.' })
  readonly is_active?: boolean;

  @OneOf(ORGANIZATION_ROLES, { optional: true })
  readonly role?: OrganizationRole;
}

/** Users, as themselves and as an organization sees them (decisions 2). */
export const users = contract('identity.users', {
  me: rpc(Empty).returns(Me),
  listOfOrganization: rpc(ListOrganizationUsers).returns(page(OrganizationUser)),
  addToOrganization: rpc(AddOrganizationUser).returns(OrganizationUser),
  updateInOrganization: rpc(UpdateOrganizationUser).returns(OrganizationUser),
});
