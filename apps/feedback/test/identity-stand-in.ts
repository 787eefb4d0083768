import { type GetMembership, type Membership, audience } from '@pks/contracts';
import { type Answering, DepartingStandIn, type TestBus } from '@pks/testing';

const PRESENT: Membership = { is_active: true, is_member: true };

/** Answers for the identity service: every user is an active member, unless a test says otherwise. */
export class IdentityStandIn extends DepartingStandIn {
  /** The memberships of users who are something else. */
  readonly standing = new Map<string, Membership>();
  /** The memberships that were requested. */
  readonly requests: GetMembership[] = [];

  static async on(bus: TestBus): Promise<IdentityStandIn> {
    const standIn = new IdentityStandIn(bus);
    await standIn.comeBack();
    return standIn;
  }

  protected answering(): Answering {
    const membership = (request: GetMembership): Membership => {
      this.requests.push(request);
      return this.standing.get(request.user_id) ?? PRESENT;
    };
    return Promise.all([this.answer(audience.calls.membership.subject, membership)]);
  }
}
