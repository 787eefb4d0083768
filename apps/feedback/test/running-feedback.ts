import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { Caller, RequestOf, ResponseOf, Rpc, Signal } from '@pks/contracts';
import { signals } from '@pks/contracts';
import { Fault, type FaultData, type Idempotency, loadConfig, startService } from '@pks/platform';
import {
  type DatabaseSession,
  TEST_SECRET,
  type TestBus,
  aCall,
  aCaller,
  cloneDatabase,
  connectTestBus,
  openSession,
  silentLog,
  startOwnNats,
} from '@pks/testing';
import { FeedbackConfig } from '../src/feedback.config.ts';
import { feedbackSchema } from '../src/feedback.database.ts';
import { feedback } from '../src/feedback.ts';
import { IdentityStandIn } from './identity-stand-in.ts';

/** What a client sends: fields may be missing, wrong, or unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/** The feedback service over a real NATS server and a real PostgreSQL, as the gateway meets it. */
export class RunningFeedback {
  private constructor(
    readonly bus: TestBus,
    /** A session with the database beside the service's own. */
    readonly session: DatabaseSession,
    readonly identity: IdentityStandIn,
    private readonly service: Awaited<ReturnType<typeof startService>>,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<RunningFeedback> {
    const [clone, nats] = [await cloneDatabase(feedbackSchema), await startOwnNats()];
    const own = { NATS_URL: nats.url, CALLER_SECRET: TEST_SECRET, DATABASE_URL: clone.url };
    const config = loadConfig(FeedbackConfig, own);
    const service = await startService(feedback, config, silentLog());
    await service.ready;
    const [bus, session] = [await connectTestBus(nats.url), await openSession(clone.url)];
    const identity = await IdentityStandIn.on(bus);
    return new RunningFeedback(bus, session, identity, service, async () => {
      await Promise.all([bus.close(), session.close()]);
      await service.stop();
      await Promise.all([clone.drop(), nats.stop()]);
    });
  }

  /** A part of the service. */
  get<T>(part: abstract new (...dependencies: never[]) => T): T {
    return this.service.app.get<T>(part);
  }

  call<R extends Rpc>(
    rpc: R,
    request: Fields,
    caller: Caller,
    idempotency?: Idempotency,
  ): Promise<ResponseOf<R>> {
    const whole = { project_id: caller.project?.id, ...request };
    return this.bus.client.call(rpc, whole as unknown as RequestOf<R>, aCall(this.bus, caller, idempotency));
  }

  /** Submits a signal in the caller's project. */
  submit(caller: Caller, fields: Fields = {}): Promise<Signal> {
    return this.call(signals.calls.submit, { feedback: 'Out of date.', ...fields }, caller);
  }

  /** In one transaction, as the inbox of events does it. */
  readonly once = (effect: () => Promise<void>): Promise<void> => this.service.database.transaction(effect);
}

/** An admin of a new project. */
export function anAdmin(): Caller {
  return aCaller({ email: `${randomUUID()}@example.test` });
}

/** Somebody else in the same project, who may only view. */
export function aViewerBeside({ project }: Caller, overrides: Partial<Caller> = {}): Caller {
  if (!project) throw new Error('The caller is in no project.');
  return aCaller({
    email: `${randomUUID()}@example.test`,
    project: { ...project, permissions: ['CAN_VIEW_DATA'] },
    ...overrides,
  });
}

/** The fault that a call comes to. */
export async function faultOf(call: Promise<unknown>): Promise<FaultData> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Fault) return outcome.data;
  throw new Error('The call did not fail with a fault.', { cause: outcome });
}

export const NOT_FOUND: FaultData = { kind: 'not_found', message: 'Not found.' };
