import { type GetMembership, type Permission, type ProjectStanding, standings } from '@pks/contracts';
import { NotFound, Unavailable } from '@pks/platform';
import { type TestBus } from '@pks/testing';
import { standInOn } from './stand-in-on.ts';

const ADMIN: readonly Permission[] = ['CAN_VIEW_DATA', 'CAN_PERFORM_ADMIN_ACTIONS'];

/** Answers for the identity service: the names of projects, and users' permissions in them. */
export class IdentityStandIn {
  /** The requests: about which user, in which project. */
  readonly asked: GetMembership[] = [];
  /** Whether the service is unavailable. */
  isAway = false;
  private readonly names = new Map<string, string[]>();
  private readonly granted = new Map<string, readonly Permission[]>();

  static async on(bus: TestBus): Promise<IdentityStandIn> {
    const standIn = new IdentityStandIn();
    await standInOn(bus, 'identity', standings, { of: async (request) => standIn.of(request) });
    return standIn;
  }

  /** Gives a project a name, or several: each is in one answer, and the last in all later answers. */
  name(projectId: string, ...names: string[]): void {
    this.names.set(projectId, names);
  }

  /** Gives a user permissions in a project: those of an admin unless specified otherwise. */
  grant(projectId: string, userId: string, permissions: readonly Permission[] = ADMIN): void {
    this.granted.set(`${projectId} ${userId}`, permissions);
  }

  private of(request: GetMembership): ProjectStanding {
    this.asked.push(request);
    if (this.isAway) throw new Unavailable();
    const [project_name, ...later] = this.names.get(request.project_id) ?? [];
    if (later.length > 0) this.names.set(request.project_id, later);
    if (project_name === undefined) throw new NotFound();
    const permissions = this.granted.get(`${request.project_id} ${request.user_id}`) ?? [];
    return { project_name, artifact_publish_mode: 'auto_publish', permissions };
  }
}
