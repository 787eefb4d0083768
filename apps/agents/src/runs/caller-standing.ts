import { Injectable } from '@nestjs/common';
import { type Caller, mayViewProject, standings } from '@pks/contracts';
import { BusClient, Forbidden, currentCall, ownCall } from '@pks/platform';

/** How long looking up a caller's permissions in the identity service may take. Milliseconds. */
const DEADLINE_MS = 10_000;

/** Looks up a caller's current permissions, for work that outlasts the request that began it. */
@Injectable()
export class CallerStanding {
  constructor(private readonly bus: BusClient) {}

  /** The project, with the user's current permissions in it. */
  async now(projectId: string, user_id: string): Promise<NonNullable<Caller['project']>> {
    const context = ownCall(DEADLINE_MS, currentCall()?.requestId ?? 'none');
    const request = { project_id: projectId, user_id };
    const { permissions, artifact_publish_mode } = await this.bus.call(standings.calls.of, request, context);
    return { id: projectId, permissions, artifact_publish_mode };
  }

  /** @throws Forbidden if the caller may no longer view the project. */
  async assertMayView(projectId: string, caller: Caller): Promise<void> {
    const project = await this.now(projectId, caller.user_id);
    if (!mayViewProject({ ...caller, project })) throw new Forbidden();
  }
}
