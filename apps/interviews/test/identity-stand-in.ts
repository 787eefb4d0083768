import { randomUUID } from 'node:crypto';
import {
  type FindInterviewees,
  type GetMembership,
  type Interviewee,
  type Interviewees,
  type Membership,
  audience,
  interviewees,
} from '@pks/contracts';
import { type Answering, DepartingStandIn, type TestBus } from '@pks/testing';

const PRESENT: Membership = { is_active: true, is_member: true };

/** Answers for the identity service: who the members of every project are, and that callers still are members. */
export class IdentityStandIn extends DepartingStandIn {
  /** The members of every project, by their ids. */
  readonly members = new Map<string, Interviewee>();
  /** The e-mails of pending invites, to any project, with the profile `user`. */
  readonly invitedAsUsers = new Set<string>();
  /** The memberships of callers that differ from the usual one. */
  readonly standing = new Map<string, Membership>();

  static async on(bus: TestBus): Promise<IdentityStandIn> {
    const standIn = new IdentityStandIn(bus);
    await standIn.comeBack();
    return standIn;
  }

  /** Adds a member, who can be interviewed unless specified otherwise. */
  join(fields: Partial<Interviewee> = {}): Interviewee {
    const made = {
      user_id: randomUUID(),
      email: `${randomUUID()}@example.test`,
      is_admin: false,
      may_view: true,
      is_interviewable: true,
      ...fields,
    };
    this.members.set(made.user_id, made);
    return made;
  }

  protected answering(): Answering {
    const membership = ({ user_id }: GetMembership): Membership => this.standing.get(user_id) ?? PRESENT;
    return Promise.all([
      this.answer(audience.calls.membership.subject, membership),
      this.answer(interviewees.calls.find.subject, (request: FindInterviewees) => this.find(request)),
    ]);
  }

  private find({ user_ids, emails }: FindInterviewees): Interviewees {
    const wanted = emails.map((email) => email.toLowerCase());
    const isWanted = ({ user_id, email }: Interviewee): boolean =>
      user_ids.includes(user_id) || wanted.includes(email.toLowerCase());
    return {
      members: [...this.members.values()].filter(isWanted),
      non_interviewable_emails: [...this.invitedAsUsers].filter((email) =>
        wanted.includes(email.toLowerCase()),
      ),
    };
  }
}
