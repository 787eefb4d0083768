import { Injectable } from '@nestjs/common';
import { type Caller, mayViewProject, standings } from '@pks/contracts';
import { BusClient, Forbidden, currentCall, ownCall } from '@pks/platform';

/** How long the identity service may take to say what a caller may do. Milliseconds. */
const DEADLINE_MS = 10_000;

/** What a caller may still do where the work for them outlasts the request that began it. */
@Injectable()
export class CallerStanding {
  constructor(private readonly bus: BusClient) {}

  /** The project, with what a user may do in it now. */
  async now(projectId: string, user_id: string): Promise<NonNullable<Caller['project']>> {
    const context = ownCall(DEADLINE_MS, currentCall()?.requestId ?? 'none');
    const request = { project_id: projectId, user_id };
    const { permissions, artifact_publish_mode } = await this.bus.call(standings.calls.of, request, context);
    return { id: projectId, permissions, artifact_publish_mode };
  }

  /** @throws Forbidden for one who may not view the project any more. */
  async assertMayView(projectId: string, caller: Caller): Promise<void> {
    const project = await this.now(projectId, caller.user_id);
    if (!mayViewProject({ ...caller, project })) throw new Forbidden();
  }
}
