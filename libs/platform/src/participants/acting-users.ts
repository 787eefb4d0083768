import { Injectable } from '@nestjs/common';
import { type Caller, audience } from '@pks/contracts';
import { BusClient } from '../bus/client.ts';
import { Forbidden, NotFound } from '../errors/fault.ts';

/** Checks with the identity service that a caller may still act: the gateway's cached answer may be some seconds old. */
@Injectable()
export class ActingUsers {
  constructor(private readonly bus: BusClient) {}

  /**
   * Call it before a change, never within its transaction. @throws NotFound, with a sentence of its own, for a user who was
   * deactivated while the request ran (decisions 5); Forbidden for a user who is no longer a member; Unavailable if the
   * identity service does not answer.
   */
  async assertPresent({ user_id, project }: Caller): Promise<void> {
    if (!project) throw new Forbidden();
    const membership = { project_id: project.id, user_id };
    const { is_active, is_member } = await this.bus.call(audience.calls.membership, membership);
    if (!is_active) throw new NotFound('User not found');
    if (!is_member) throw new Forbidden();
  }
}
