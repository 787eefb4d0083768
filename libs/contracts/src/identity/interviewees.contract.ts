import { contract, rpc, service } from '../kit/contract.ts';
import { Email, Flag, ListOf, Texts, Uuid, Uuids, Words } from '../kit/fields.ts';
import { InProject } from '../requests.ts';

/** The most members and invites in a list, the first by e-mail. A project has at most half as many pending invites. */
export const MOST_ASSIGNABLE = 20_000;

/** Someone to whom an interview can be assigned. */
export class AssignableUser {
  @Uuid({ description: 'The id of the user, or of the invite if it is pending.' })
  readonly id!: string;

  @Words()
  readonly email!: string;

  @Flag()
  readonly is_admin!: boolean;

  @Flag({
    description:
      'Whether the person has yet to accept an invite. Assign interviews to them by `invite_emails`.',
  })
  readonly pending_invite!: boolean;
}

/** Who can be interviewed in a project, and who cannot (api.md, Assignable users response). */
export class AssignableUsers {
  @ListOf(AssignableUser, { maxItems: MOST_ASSIGNABLE, description: 'Ordered by e-mail.' })
  readonly users!: readonly AssignableUser[];

  @Texts({
    maxItems: MOST_ASSIGNABLE,
    description:
      'Members and pending invites to whom no interview can be assigned: those with the profile `user`, and service accounts.',
  })
  readonly non_interviewable_emails!: readonly string[];
}

/** Looks up members of a project by id or e-mail, and pending invites by e-mail, ignoring case. */
export class FindInterviewees extends InProject {
  @Uuids()
  readonly user_ids!: readonly string[];

  @Texts({ max: 254 })
  readonly emails!: readonly string[];
}

/** An active member of a project. */
export class Interviewee {
  @Uuid()
  readonly user_id!: string;

  @Email()
  readonly email!: string;

  @Flag()
  readonly is_admin!: boolean;

  /** Whether they may view the project, and so may take interviews. */
  @Flag()
  readonly may_view!: boolean;

  /** Whether interviews can be assigned to them: a person with the profile `tech` or `contributor`. */
  @Flag()
  readonly is_interviewable!: boolean;
}

/** The members found, each once; and the e-mails that belong to no member and cannot be assigned an interview. */
export class Interviewees {
  @ListOf(Interviewee, { maxItems: 2000 })
  readonly members!: readonly Interviewee[];

  @Texts({
    description:
      'Of pending invites with the profile `user`, deactivated users of the organization, and service accounts.',
  })
  readonly non_interviewable_emails!: readonly string[];
}

/** Who can be interviewed in a project (api.md Interviews, decisions 6). */
export const interviewees = contract('identity.interviewees', {
  assignable: rpc(InProject).by('admin').returns(AssignableUsers),
  find: rpc(FindInterviewees).by(service('interviews')).returns(Interviewees),
});
