import { Injectable } from '@nestjs/common';
import { type AssignInterviews, type Interviewee, type Interviewees, interviewees } from '@pks/contracts';
import { BusClient, Invalid } from '@pks/platform';
import { NO_INTERVIEWEE } from '../interviews/no-interviewee.ts';

/** Who is to take an interview: a member, or the owner of an invited address. */
export interface Assignee {
  readonly email: string;
  /** Null if they must be invited. */
  readonly userId: string | null;
}

const NOBODY = 'Name at least one person, here or in `invite_emails`.';
const NO_INTERVIEWEES_ADDRESS =
  'No interview can be assigned to this address: it is invited with the profile `user`, deactivated, or of a service account.';
const INVITED_GLOBALLY =
  'A `global` interview can only be assigned to admins, and to nobody by `invite_emails`.';
const NOT_ALL_ADMINS = 'A `global` interview can only be assigned to admins.';

/** Finds out, with the identity service, to whom interviews can be assigned. */
@Injectable()
export class Assignees {
  constructor(private readonly bus: BusClient) {}

  /**
   * The assignees of a request, each once, looked up outside its transaction. @throws Invalid if nobody is named, if no interview can
   * be assigned to a user or an address, and if a `global` interview is for a user who is not an admin, or for an address (decisions 6).
   */
  async lookUp(request: AssignInterviews): Promise<readonly Assignee[]> {
    const { project_id, assignee_ids: user_ids, invite_emails: emails } = request;
    if (user_ids.length + emails.length === 0) throw Invalid.field('assignee_ids', NOBODY);
    const found = await this.bus.call(interviewees.calls.find, { project_id, user_ids, emails });
    return assigneesOf(request, found);
  }
}

/** The members with the request's ids and addresses, and those of its addresses that no member has. */
function assigneesOf(request: AssignInterviews, found: Interviewees): readonly Assignee[] {
  const { members } = found;
  const byId = new Map(members.map((member) => [member.user_id, member]));
  const byEmail = new Map(members.map((member) => [member.email.toLowerCase(), member]));
  const refused = new Set(found.non_interviewable_emails.map((email) => email.toLowerCase()));
  const errors: Record<string, readonly string[]> = {};
  const assignees = new Map<string, Assignee>();
  const add = (key: string, email: string, member: Interviewee | undefined): void => {
    if (member && !member.is_interviewable) errors[key] = [NO_INTERVIEWEE];
    const assignee = { email: member?.email ?? email, userId: member?.user_id ?? null };
    assignees.set(assignee.userId ?? email.toLowerCase(), assignee);
  };
  for (const [index, id] of request.assignee_ids.entries()) {
    const member = byId.get(id);
    if (member) add(`assignee_ids.${index}`, member.email, member);
    else errors[`assignee_ids.${index}`] = [NO_INTERVIEWEE];
  }
  for (const [index, email] of request.invite_emails.entries()) {
    const member = byEmail.get(email.toLowerCase());
    if (refused.has(email.toLowerCase())) errors[`invite_emails.${index}`] = [NO_INTERVIEWEES_ADDRESS];
    else add(`invite_emails.${index}`, email, member);
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  if (request.write_scope === 'global') assertAllAdmins(request, assignees.values(), members);
  return [...assignees.values()];
}

function assertAllAdmins(
  { invite_emails: emails }: AssignInterviews,
  assignees: Iterable<Assignee>,
  members: readonly Interviewee[],
): void {
  if (emails.length > 0) throw Invalid.field('write_scope', INVITED_GLOBALLY);
  const admins = new Set(members.filter(({ is_admin }) => is_admin).map(({ user_id }) => user_id));
  for (const { userId } of assignees) {
    if (userId === null || !admins.has(userId)) throw Invalid.field('write_scope', NOT_ALL_ADMINS);
  }
}
