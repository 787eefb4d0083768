import { PERMISSIONS, PROFILES, type Permission, type Profile } from '../caller.ts';
import { event } from '../kit/event.ts';
import { Email, Integer, OneOf, SomeOf, Timestamp, Uuid } from '../kit/fields.ts';
import { INVITE_TYPES, type InviteType } from './invites.contract.ts';

/** Somebody is a member of a project from now on: invited, or added by an admin. */
export class MemberJoined {
  @Uuid()
  readonly project_id!: string;

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

  /** Who made him one; null when he joined by himself, by accepting an invite. */
  @Uuid({ nullable: true, optional: true })
  readonly added_by?: string | null;
}
export const memberJoined = event('identity.event.member-joined', MemberJoined);

/** An invite was accepted, at once by a user who existed: what waits for that e-mail is that user's. */
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
export const inviteAccepted = event('identity.event.invite-accepted', InviteAccepted);

/** A user has another e-mail from now on: who keeps the old one beside something of his takes the new one. */
export class EmailChanged {
  @Uuid()
  readonly user_id!: string;

  @Email()
  readonly email!: string;

  @Timestamp()
  readonly changed_at!: string;
}
export const emailChanged = event('identity.event.email-changed', EmailChanged);

/** Somebody is to be told of an invite by e-mail: of a new edition of it, or that he is a member already. */
export class InviteIssued {
  @Uuid()
  readonly project_id!: string;

  @Uuid()
  readonly invite_id!: string;

  /** Counts the tokens that were made for it: a later edition makes this one void. */
  @Integer({ min: 1 })
  readonly edition!: number;

  @Email()
  readonly email!: string;

  @OneOf(INVITE_TYPES)
  readonly kind!: InviteType;
}
export const inviteIssued = event('identity.event.invite-issued', InviteIssued);
