import { PERMISSIONS, PROFILES, type Permission, type Profile } from '../caller.ts';
import { contract, costly, nothing, page, rpc, secret } from '../kit/contract.ts';
import { Email, Nested, OneOf, SomeOf, Text, Timestamp, Uuid, Words } from '../kit/fields.ts';
import { InProject, ProjectPage } from '../requests.ts';
import { NewPassword } from './new-password.ts';
import { UserReference } from './sessions.contract.ts';

/** The state of an invite; an invite with an expired token stays pending, and can be renewed or deleted. */
export const INVITE_STATUSES = ['pending', 'accepted', 'cancelled'] as const;
/** The state of one invite (decisions 2). */
export type InviteStatus = (typeof INVITE_STATUSES)[number];

/** Whether an invite is for a user of the project's organization, or for anyone else. */
export const INVITE_TYPES = ['new_user', 'existing_user'] as const;
/** Whom one invite is for. */
export type InviteType = (typeof INVITE_TYPES)[number];

/** An invitation to a project, sent by e-mail (decisions 2). */
export class Invite {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly email!: string;

  @SomeOf(PERMISSIONS)
  readonly permissions!: readonly Permission[];

  @OneOf(PROFILES)
  readonly profile!: Profile;

  @OneOf(INVITE_STATUSES)
  readonly status!: InviteStatus;

  @Timestamp()
  readonly created_at!: string;

  @Timestamp({ description: 'For a pending invite, when its e-mail was last requested.' })
  readonly updated_at!: string;

  @Nested(UserReference)
  readonly invited_by!: UserReference;
}

/** The response to an invitation. */
export class NewInvite extends Invite {
  @OneOf(INVITE_TYPES, {
    description:
      'An `existing_user` of the organization is a member immediately; a `new_user` has to accept.',
  })
  readonly type!: InviteType;
}

/** A page of a project's invites, filtered by status and e-mail. */
export class ListInvites extends ProjectPage {
  @OneOf(INVITE_STATUSES, { optional: true })
  readonly status?: InviteStatus;

  @Text({ max: 254, blank: true, optional: true, description: 'Case-insensitive part of the e-mail.' })
  readonly search?: string;
}

/** Invites an e-mail address to a project. */
export class InviteUser extends InProject {
  @Email()
  readonly email!: string;

  @SomeOf(PERMISSIONS, { default: ['CAN_VIEW_DATA'], empty: false })
  readonly permissions!: readonly Permission[];

  @OneOf(PROFILES, { default: 'contributor' })
  readonly profile!: Profile;
}

/** A request about one invite of a project. */
export class InviteReference extends InProject {
  @Uuid()
  readonly invite_id!: string;
}

/** Accepts an invite, to a project or an organization, with the token from its e-mail. */
export class AcceptInvite {
  @Text({ max: 255, description: 'The token from the e-mail. It can be used once, within 14 days.' })
  readonly token!: string;

  @NewPassword({
    optional: true,
    description:
      'Required for a new account, and for one whose mailbox was not verified before. Any other account keeps its password and must not send one.',
  })
  readonly password?: string;
}

/** A user token, as login issues it; `token` is in this response only. */
export class AcceptedInvite {
  @Words({ description: 'Sent as `Authorization: Bearer <token>`.' })
  readonly token!: string;

  @Nested(UserReference)
  readonly user!: UserReference;

  @Uuid({ description: 'The organization that the user now belongs to.' })
  readonly organization_id!: string;

  @Uuid({ nullable: true, description: 'Null for an invite to an organization.' })
  readonly project_id!: string | null;
}

/** Invites to a project, newest first (decisions 2). Inviting an e-mail again renews its pending invite. */
export const invites = contract('identity.invites', {
  list: rpc(ListInvites).by('admin').returns(page(Invite)),
  invite: rpc(InviteUser).by('admin').returns(NewInvite),
  cancel: rpc(InviteReference).by('admin').returns(nothing),
  accept: secret(costly(rpc(AcceptInvite).by('anyone').returns(AcceptedInvite))),
});
