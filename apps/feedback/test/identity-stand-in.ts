import { type GetMembership, type Membership, audience } from '@pks/contracts';
import type { TestBus } from '@pks/testing';

const PRESENT: Membership = { is_active: true, is_member: true };

/** Answers for the identity service: every user is an active member, unless a test says otherwise. */
export class IdentityStandIn {
  /** The membership of users for whom it differs. */
  readonly standing = new Map<string, Membership>();
  /** The memberships that were requested. */
  readonly requests: GetMembership[] = [];
  private leave: () => void = () => undefined;

  private constructor(private readonly bus: TestBus) {}

  static async on(bus: TestBus): Promise<IdentityStandIn> {
    const standIn = new IdentityStandIn(bus);
    await standIn.comeBack();
    return standIn;
  }

  /** Stops answering. */
  async goAway(): Promise<void> {
    this.leave();
    await this.bus.connection.flush();
  }

  async comeBack(): Promise<void> {
    const { subject } = audience.calls.membership;
    const subscription = await this.bus.connection.subscribe(subject, (message) => {
      const request = message.json<GetMembership>();
      this.requests.push(request);
      message.respond(JSON.stringify(this.standing.get(request.user_id) ?? PRESENT));
    });
    this.leave = () => subscription.unsubscribe();
    await this.bus.connection.flush();
  }
}
