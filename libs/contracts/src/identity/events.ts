import { PERMISSIONS, PROFILES, type Permission, type Profile } from '../caller.ts';
import { event } from '../kit/event.ts';
import { Email, Integer, OneOf, SomeOf, Text, Timestamp, Uuid } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { INVITE_TYPES, type InviteType } from './invites.contract.ts';

/** A user became a member of a project: they accepted an invite, or an admin added them. */
export class MemberJoined extends InProject {
  @Uuid()
  readonly project_user_id!: string;

  @Uuid()
  readonly user_id!: string;

  @Email()
  readonly email!: string;

  @SomeOf(PERMISSIONS)
  readonly permissions!: readonly Permission[];

  @OneOf(PROFILES)
  readonly profile!: Profile;

  @Timestamp()
  readonly joined_at!: string;

  /** Who added them; null when they joined by accepting an invite. */
  @Uuid({ nullable: true })
  readonly added_by!: string | null;
}
/** Announces a new member of a project, in the transaction that adds them. */
export const memberJoined = event('identity.event.member-joined', MemberJoined);

/** An invite was accepted. No longer published, but the relay needs the permission for rows of earlier releases. */
export class InviteAccepted {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly invite_id!: string;

  @Uuid()
  readonly user_id!: string;

  @Email()
  readonly email!: string;

  @Uuid()
  readonly invited_by!: string;

  @Timestamp()
  readonly accepted_at!: string;
}
/** Announced an accepted invite in earlier releases; `memberJoined` replaces it. */
export const inviteAccepted = event('identity.event.invite-accepted', InviteAccepted);

/** A user's e-mail address changed: services that store a copy replace it. */
export class EmailChanged {
  @Uuid()
  readonly user_id!: string;

  @Email()
  readonly email!: string;

  /** The previous address; absent from events of earlier releases. */
  @Email({ optional: true })
  readonly previous_email?: string;

  @Timestamp()
  readonly changed_at!: string;
}
/** Announces the new address of a user, to services that keep a copy of it. */
export const emailChanged = event('identity.event.email-changed', EmailChanged);

/** A user asked to reset their password: they get an e-mail with a token. */
export class PasswordResetRequested {
  @Uuid()
  readonly user_id!: string;

  /** The number of the token, counted per user: a later edition invalidates this one. */
  @Integer({ min: 1 })
  readonly edition!: number;

  @Email()
  readonly email!: string;
}
/** Requests the e-mail with a token to reset a password (decisions 2). */
export const passwordResetRequested = event(
  'identity.event.password-reset-requested',
  PasswordResetRequested,
);

/** An existing account was invited to an organization: its user gets an e-mail with a token. */
export class OrganizationInviteIssued {
  @Uuid()
  readonly organization_id!: string;

  @Uuid()
  readonly user_id!: string;

  /** The number of the token, counted per invite: a later edition invalidates this one. */
  @Integer({ min: 1 })
  readonly edition!: number;

  @Email()
  readonly email!: string;
}
/** Requests the e-mail about an invite to an organization (decisions 2). */
export const organizationInviteIssued = event(
  'identity.event.organization-invite-issued',
  OrganizationInviteIssued,
);

/** An invite to a project calls for an e-mail: with a token, for a new edition; or to say that the user is already a member. */
export class InviteIssued extends InProject {
  @Uuid()
  readonly invite_id!: string;

  /** The number of the token, counted per invite: a later edition invalidates this one. */
  @Integer({ min: 1 })
  readonly edition!: number;

  @Email()
  readonly email!: string;

  @OneOf(INVITE_TYPES)
  readonly kind!: InviteType;
}
/** Requests the e-mail about an invite to a project (decisions 2). */
export const inviteIssued = event('identity.event.invite-issued', InviteIssued);

/** A project was renamed: services that store a copy of its name replace it. */
export class ProjectRenamed extends InProject {
  @Text({ max: 255 })
  readonly name!: string;

  @Timestamp()
  readonly renamed_at!: string;
}
/** Announces the new name of a project, to services that keep a copy of it. */
export const projectRenamed = event('identity.event.project-renamed', ProjectRenamed);

/** A project was deleted: services delete what they store of it. */
export class ProjectDeleted extends InProject {
  @Timestamp()
  readonly deleted_at!: string;
}
/** Announces a deleted project to the services that store something of it. */
export const projectDeleted = event('identity.event.project-deleted', ProjectDeleted);
