import type { Caller, RequestOf, ResponseOf, Rpc, ServiceName } from '@pks/contracts';
import {
  type Idempotency,
  type Log,
  type RunningService,
  type ServiceConfig,
  type ServiceDefinition,
  loadConfig,
  startService,
} from '@pks/platform';
import { TEST_DEADLINE_MS, TEST_SECRET, type TestBus, aCall, connectTestBus, silentLog } from './bus.ts';
import { cloneDatabase } from './database.ts';
import { type DatabaseSession, openSession } from './database-session.ts';
import { OBSERVER, startGuardedNats } from './guarded-nats.ts';
import { MortalProcess } from './mortal-process.ts';

/** The fields that a client sends: they may be missing, wrong, or unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/** Environment variables of a service. */
export type Environment = Readonly<Record<string, string>>;

/** How to start a service: its environment beside its servers and secrets, and its log, silent by default. */
export interface ServiceOptions {
  readonly env?: Environment;
  readonly log?: Log;
}

/**
 * A database and a NATS server for one test file, on which it can start a service as often as it wants. The service
 * connects with its own user, so each suite shows that the permissions suffice.
 */
export class ServiceGround {
  private readonly answered = new Set<string>();

  private constructor(
    /** The environment of the service. */
    readonly env: Environment,
    readonly bus: TestBus,
    /** A session with the database beside the service's own. */
    readonly session: DatabaseSession,
    private readonly starts: (env: Environment, log: Log) => Promise<RunningService>,
    private readonly servers: {
      readonly natsUrl: string;
      readonly natsUrlFor: (service: string) => string;
      readonly databaseUrl: string;
      remove(): Promise<unknown>;
    },
  ) {}

  /** The address of NATS for the test itself, which is allowed everything. */
  get natsUrl(): string {
    return this.servers.natsUrl;
  }

  /** The subjects of the calls that were answered. */
  get called(): ReadonlySet<string> {
    return this.answered;
  }

  /** Clones the service's migrated database and starts a NATS server. */
  static async open<C extends ServiceConfig>(
    definition: ServiceDefinition<C>,
    further: Environment = {},
  ): Promise<ServiceGround> {
    const [clone, nats] = [await cloneDatabase(definition.schema), await startGuardedNats()];
    const prefix = definition.name.toUpperCase();
    const env = {
      CALLER_SECRET: TEST_SECRET,
      REQUEST_DEADLINE_MS: String(TEST_DEADLINE_MS),
      [`${prefix}_NATS_URL`]: nats.urlFor(definition.name),
      [`${prefix}_DATABASE_URL`]: clone.url,
      ...further,
    };
    const natsUrl = nats.urlFor(OBSERVER.name);
    const [bus, session] = [await connectTestBus(natsUrl), await openSession(clone.url)];
    const start = (own: Environment, log: Log): Promise<RunningService> =>
      startService(definition, loadConfig(definition.config, own), log);
    const remove = (): Promise<unknown> => Promise.all([clone.drop(), nats.server.stop()]);
    const servers = { natsUrl, natsUrlFor: nats.urlFor, databaseUrl: clone.url, remove };
    return new ServiceGround(env, bus, session, start, servers);
  }

  /** Starts the service in this process, without waiting until it accepts calls. */
  start({ env = {}, log = silentLog() }: ServiceOptions = {}): Promise<RunningService> {
    return this.starts({ ...this.env, ...env }, log);
  }

  /**
   * Starts another built service as a process of its own, with its own schemas in the same database, and waits until it
   * accepts calls.
   */
  startBeside(service: ServiceName, env: Environment = {}): Promise<MortalProcess> {
    const prefix = service.toUpperCase();
    return MortalProcess.start(service, {
      ...this.env,
      [`${prefix}_NATS_URL`]: this.servers.natsUrlFor(service),
      [`${prefix}_DATABASE_URL`]: this.servers.databaseUrl,
      ...env,
    });
  }

  /** Calls the service as the gateway does. */
  readonly call = async <R extends Rpc>(
    rpc: R,
    request: object,
    caller: Caller | null,
    idempotency?: Idempotency,
  ): Promise<ResponseOf<R>> => {
    const context = aCall(caller, idempotency);
    const response = await this.bus.clientFor(rpc).call(rpc, request as RequestOf<R>, context);
    this.answered.add(rpc.subject);
    return response;
  };

  /** Stops the services first, then closes the clients and removes the servers. */
  async remove(services: readonly RunningService[] = []): Promise<void> {
    await Promise.all(services.map((service) => service.stop()));
    await Promise.all([this.bus.close(), this.session.close()]);
    await this.servers.remove();
  }
}

/** A service that runs in the process of a test, with what the gateway needs to use it. */
export interface TestedService {
  readonly bus: TestBus;
  /** A session with the database beside the service's own. */
  readonly session: DatabaseSession;
  readonly service: RunningService;
  readonly call: ServiceGround['call'];
  /** The subjects of the calls that were answered. */
  readonly called: ServiceGround['called'];
  /** A part of the service. */
  get<T>(part: abstract new (...dependencies: never[]) => T): T;
  /** Runs an effect in one transaction, as the inbox of events does. */
  readonly once: (effect: () => Promise<void>) => Promise<void>;
  /** Stops the service and removes its database and its NATS server. */
  stop(): Promise<void>;
}

/** Starts a service with its own real PostgreSQL database and NATS server; resolves once it accepts calls. */
export async function runningService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  options: ServiceOptions = {},
): Promise<TestedService> {
  const ground = await ServiceGround.open(definition, options.env);
  const service = await ground.start({ ...(options.log ? { log: options.log } : {}) });
  await service.ready;
  const { bus, session, call, called } = ground;
  return {
    bus,
    session,
    service,
    call,
    called,
    get: (part) => service.app.get(part),
    once: (effect) => service.database.transaction(effect),
    stop: () => ground.remove([service]),
  };
}
