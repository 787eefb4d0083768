import { type AskMembership, type Membership, audience } from '@pks/contracts';
import type { TestBus } from '@pks/testing';

const PRESENT: Membership = { is_active: true, is_member: true };

/** Answers for the identity service: everybody is an active member, unless a test says otherwise. */
export class IdentityStandIn {
  /** How users stand of whom a test says so. */
  readonly standing = new Map<string, Membership>();
  /** The memberships that it was asked about. */
  readonly asked: AskMembership[] = [];
  private leave: () => void = () => undefined;

  private constructor(private readonly bus: TestBus) {}

  static async on(bus: TestBus): Promise<IdentityStandIn> {
    const standIn = new IdentityStandIn(bus);
    await standIn.comeBack();
    return standIn;
  }

  /** Nobody answers from now on. */
  async goAway(): Promise<void> {
    this.leave();
    await this.bus.connection.flush();
  }

  async comeBack(): Promise<void> {
    const { subject } = audience.calls.membership;
    const subscription = await this.bus.connection.subscribe(subject, (message) => {
      const asked = message.json<AskMembership>();
      this.asked.push(asked);
      message.respond(JSON.stringify(this.standing.get(asked.user_id) ?? PRESENT));
    });
    this.leave = () => subscription.unsubscribe();
    await this.bus.connection.flush();
  }
}
