import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type Caller, type Interview, type Interviewee, assignment } from '@pks/contracts';
import type { FaultData } from '@pks/platform';
import {
  type Environment,
  type Fields,
  type ServiceGround,
  type TestedService,
  aCaller,
  runningService,
} from '@pks/testing';
import { interviews } from '../src/interviews.ts';
import { IdentityStandIn } from './identity-stand-in.ts';

/** The interviews service over a real NATS server and a real PostgreSQL, as the gateway uses it. */
export interface RunningInterviews extends TestedService {
  readonly identity: IdentityStandIn;
  /** Calls the service in the caller's project, unless the request names another. */
  readonly call: ServiceGround['call'];
  /** A member of the project, who can be interviewed unless specified otherwise. */
  member(fields?: Partial<Interviewee>): Interviewee;
  /** Assigns interviews about onboarding in the caller's project. */
  assign(caller: Caller, fields: Fields): Promise<readonly Interview[]>;
  /** The events of a subject about a project, in the order in which they happened. */
  events(subject: string, caller: Caller): Promise<readonly object[]>;
}

/** Starts the interviews service with a stand-in for the identity service. */
export async function runningInterviews(env: Environment = {}): Promise<RunningInterviews> {
  const tested = await runningService(interviews, { env });
  const identity = await IdentityStandIn.on(tested.bus);
  const call: RunningInterviews['call'] = (rpc, request, caller, idempotency) =>
    tested.call(rpc, { project_id: caller?.project?.id, ...request }, caller, idempotency);
  const member: RunningInterviews['member'] = (fields) => identity.join(fields);
  const events: RunningInterviews['events'] = async (subject, { project }) => {
    const rows = await tested.session.rows(
      `SELECT payload FROM interviews.outbox WHERE subject = $1 AND payload->>'project_id' = $2 ORDER BY id`,
      [subject, project?.id],
    );
    return rows.map((row) => (row as { payload: object }).payload);
  };
  const assign: RunningInterviews['assign'] = (caller, fields) =>
    call(assignment.calls.assign, { topic: 'How customers are onboarded', ...fields }, caller);
  return { ...tested, identity, call, member, assign, events };
}

/** An admin of a new project. */
export function anAdmin(): Caller {
  return aCaller({ email: `${randomUUID()}@example.test` });
}

/** Another user in the same project, who may only view. */
export function aViewerBeside({ project }: Caller, overrides: Partial<Caller> = {}): Caller {
  if (!project) throw new Error('The caller is in no project.');
  return aCaller({
    email: `${randomUUID()}@example.test`,
    project: { ...project, permissions: ['CAN_VIEW_DATA'] },
    ...overrides,
  });
}

export const NOT_FOUND: FaultData = { kind: 'not_found', message: 'Not found.' };
