import { Injectable } from '@nestjs/common';
import { type Caller, audience } from '@pks/contracts';
import { BusClient, Forbidden, NotFound } from '@pks/platform';

/** Who acts on signals, as the identity service knows him now: the gateway's knowledge may be some seconds old. */
@Injectable()
export class ActingUsers {
  constructor(private readonly bus: BusClient) {}

  /**
   * Asked before a change, never within its transaction. @throws NotFound, with a sentence of its own, for who was
   * deactivated while the request ran (decisions 5); Forbidden for who is no member any more; Unavailable when nobody can tell.
   */
  async assertPresent({ user_id, project }: Caller): Promise<void> {
    if (!project) throw new Forbidden();
    const asked = { project_id: project.id, user_id };
    const { is_active, is_member } = await this.bus.call(audience.calls.membership, asked);
    if (!is_active) throw new NotFound('User not found');
    if (!is_member) throw new Forbidden();
  }
}
