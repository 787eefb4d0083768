import type { Permission, Profile } from '../caller.ts';

/** Somebody is a member of a project from now on: invited, or added by an admin. */
export const MEMBER_JOINED = 'identity.event.member-joined';
export interface MemberJoined {
  readonly project_id: string;
  readonly project_user_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly permissions: readonly Permission[];
  readonly profile: Profile;
  readonly joined_at: string;
}

/** An invite was accepted, at once by a user who existed: what waits for that e-mail is that user's. */
export const INVITE_ACCEPTED = 'identity.event.invite-accepted';
export interface InviteAccepted {
  readonly project_id: string;
  readonly invite_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly invited_by: string;
  readonly accepted_at: string;
}
