import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  type Caller,
  type DomainEvent,
  type JsonObject,
  type Tool,
  type ToolDetail,
  toolRuns,
  tools,
} from '@pks/contracts';
import type { FaultData } from '@pks/platform';
import {
  type Environment,
  type Fields,
  type ServiceGround,
  type TestedService,
  aCaller,
  runningService,
  silentLog,
  publishEvent,
} from '@pks/testing';
import { agents } from '../src/agents.ts';
import { IdentityStandIn } from './identity-stand-in.ts';
import { KnowledgeStandIn } from './knowledge-stand-in.ts';

/** The agents service over a real NATS server and a real PostgreSQL, as the gateway uses it. */
export interface RunningAgents extends TestedService {
  readonly identity: IdentityStandIn;
  readonly knowledge: KnowledgeStandIn;
  /** Calls the service in the caller's project, unless the request names another. */
  readonly call: ServiceGround['call'];
  /** An admin of a new project with this name. */
  admin(projectName?: string): Caller;
  list(caller: Caller, filter?: Fields): Promise<readonly Tool[]>;
  /** Creates a tool that finds passages, unless specified otherwise. */
  create(caller: Caller, fields?: Fields): Promise<ToolDetail>;
  run(caller: Caller, toolId: string, parameters: JsonObject): Promise<readonly JsonObject[]>;
  /** Publishes an event as another service does, and returns its id. */
  publish(event: DomainEvent): Promise<string>;
}

/** Starts the agents service with stand-ins for the identity, knowledge and search services. */
export async function runningAgents(env: Environment = {}, log = silentLog()): Promise<RunningAgents> {
  const tested = await runningService(agents, { env, log });
  const { bus } = tested;
  const [identity, knowledge] = [await IdentityStandIn.on(bus), await KnowledgeStandIn.on(bus)];
  const call: RunningAgents['call'] = (rpc, request, caller, idempotency) =>
    tested.call(rpc, { project_id: caller?.project?.id, ...request }, caller, idempotency);
  const admin: RunningAgents['admin'] = (projectName = 'Alpha') => {
    const caller = aCaller({ email: `${randomUUID()}@example.test` });
    identity.name(projectIdOf(caller), projectName);
    identity.grant(projectIdOf(caller), caller.user_id);
    return caller;
  };
  return {
    ...tested,
    identity,
    knowledge,
    call,
    admin,
    list: async (caller, filter = {}) => (await call(tools.calls.list, filter, caller)).results,
    create: (caller, fields = {}) =>
      call(tools.calls.create, { name: 'Handbooks', tool_type: 'retrieval', ...fields }, caller),
    run: (caller, tool_id, parameters) => call(toolRuns.calls.run, { tool_id, parameters }, caller),
    publish: (event) => publishEvent(bus, event),
  };
}

/** The project in which a caller acts. */
export function projectIdOf({ project }: Caller): string {
  if (!project) throw new Error('The caller is in no project.');
  return project.id;
}

/** Another user in the same project, who may only view. */
export function aViewerBeside({ project }: Caller): Caller {
  if (!project) throw new Error('The caller is in no project.');
  const email = `${randomUUID()}@example.test`;
  return aCaller({ email, project: { ...project, permissions: ['CAN_VIEW_DATA'] } });
}

export const NOT_FOUND: FaultData = { kind: 'not_found', message: 'Not found.' };
