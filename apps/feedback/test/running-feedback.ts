import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type Caller, type DomainEvent, type Signal, signals } from '@pks/contracts';
import type { FaultData } from '@pks/platform';
import {
  type Environment,
  type Fields,
  type ServiceGround,
  type TestedService,
  aCaller,
  eventually,
  runningService,
  publishEvent,
} from '@pks/testing';
import { feedback } from '../src/feedback.ts';
import { IdentityStandIn } from './identity-stand-in.ts';

/** The feedback service over a real NATS server and a real PostgreSQL, as the gateway uses it. */
export interface RunningFeedback extends TestedService {
  readonly identity: IdentityStandIn;
  /** Calls the service in the caller's project, unless the request names another. */
  readonly call: ServiceGround['call'];
  /** Submits a signal in the caller's project. */
  submit(caller: Caller, fields?: Fields): Promise<Signal>;
  /** Publishes an event as another service does, and waits until it is handled. */
  handle(event: DomainEvent): Promise<void>;
}

/** Starts the feedback service beside a stand-in of the identity service. */
export async function runningFeedback(env: Environment = {}): Promise<RunningFeedback> {
  const tested = await runningService(feedback, { env });
  const identity = await IdentityStandIn.on(tested.bus);
  const call: RunningFeedback['call'] = (rpc, request, caller, idempotency) =>
    tested.call(rpc, { project_id: caller?.project?.id, ...request }, caller, idempotency);
  const submit: RunningFeedback['submit'] = (caller, fields = {}) =>
    call(signals.calls.submit, { feedback: 'Out of date.', ...fields }, caller);
  const handle: RunningFeedback['handle'] = async (event) => {
    const id = await publishEvent(tested.bus, event);
    await eventually('the event is handled', async () => {
      const handled = 'SELECT FROM feedback.inbox WHERE event_id = $1';
      return (await tested.session.rows(handled, [id])).length === 1;
    });
  };
  return { ...tested, identity, call, submit, handle };
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
