import { type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { DiscoveryService, NestFactory } from '@nestjs/core';
import type { MessageClass } from '@pks/contracts';
import { Registry } from 'prom-client';
import { BusClient } from '../bus/client.ts';
import { BusConnection } from '../bus/connection.ts';
import { CallerSeal } from '../bus/caller-seal.ts';
import { BusServer } from '../bus/server.ts';
import { contractOf } from '../bus/serves.ts';
import type { ServiceConfig } from '../config/platform.config.ts';
import { Database } from '../database/database.ts';
import type { DatabaseOptions } from '../database/database-options.ts';
import { TransactionalOnceOnly } from '../database/idempotency.ts';
import type { EventServices } from '../events/event-services.ts';
import { type JobType, type Worker, jobTypeOf } from '../jobs/job-type.ts';
import { Jobs } from '../jobs/jobs.ts';
import { type Log, makeLog, nestLogger } from '../logging/log.ts';
import { configOrExit, openManagement } from './process.ts';
import { DatabaseModule } from './database.module.ts';
import { PlatformModule, callHistogram } from './platform.module.ts';
import { stopOnSignal } from './until-stopped.ts';

const FORGET_EVERY_MS = 10 * 60_000;

/** What a service is made of. */
export interface ServiceDefinition<C extends ServiceConfig> {
  readonly name: string;
  readonly module: Type;
  readonly config: MessageClass<C>;
  /** Its database, by its configuration. */
  readonly database: (config: C) => DatabaseOptions;
}

/** A service that runs in this process. */
export interface RunningService {
  readonly app: INestApplicationContext;
  readonly database: Database;
  /** Resolves once calls are taken. */
  readonly ready: Promise<void>;
  /** Finishes what was taken, then lets go of everything. */
  stop(): Promise<void>;
}

/** Starts a service as this process: until SIGTERM or SIGINT, which finish what was taken. Wrong configuration exits with 1 and its reason. */
export async function runService<C extends ServiceConfig>(definition: ServiceDefinition<C>): Promise<void> {
  const config = configOrExit(definition.config);
  const log = makeLog(definition.name, config.logLevel);
  const running = startService(definition, config, log);
  stopOnSignal(log, config.exitWithParent === '1', async () => (await running).stop());
  try {
    await (
      await running
    ).ready;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${definition.name} cannot start: ${reason}\n`);
    process.exit(1);
  }
}

/** Starts a service in this process. What it needs may still be away: `ready` tells when it takes calls. */
export async function startService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: C,
  log: Log,
): Promise<RunningService> {
  const kept = definition.database(config);
  const database = new Database(kept, log);
  const app = await NestFactory.createApplicationContext(rootModule(definition, config, database, log), {
    logger: nestLogger(log),
    abortOnError: false,
  });
  const connection = app.get(BusConnection);
  const onceOnly = new TransactionalOnceOnly(database);
  const server = busServer(app, definition.name, config, onceOnly, log);
  const state = { ready: false, stopping: false };
  const management = await openManagement(app, config, [
    ['nats', () => (connection.connected ? undefined : 'NATS is away.')],
    ['database', () => database.notReady],
    ['calls', () => (state.ready ? undefined : 'Calls are not taken.')],
  ]);
  connection.open();
  app.get(BusClient).open();
  const jobs = jobsWithWorkers(app);
  const events = await eventsOf(app, { name: definition.name, entities: kept.entities }, config, log);
  const ready = takeCalls(database, jobs, server, events, state, log);
  const forgetting = forgetRegularly([onceOnly, ...events.forgetful], log);
  const stop = async (): Promise<void> => {
    state.stopping = true;
    state.ready = false;
    clearInterval(forgetting);
    await Promise.all([server.drain(), events.close()]);
    await jobs.close();
    await app.close();
    await connection.close();
    await database.close();
    await management.close();
  };
  return { app, database, ready, stop };
}

/** What of a service has to do with events. It is loaded here: a process that is no service does without its memory. */
async function eventsOf(...service: Parameters<typeof EventServices.of>): Promise<EventServices> {
  const { EventServices: Services } = await import('../events/event-services.ts');
  return Services.of(...service);
}

/** The jobs of a service, with those of its parts that do them. */
function jobsWithWorkers(app: INestApplicationContext): Jobs {
  const jobs = app.get(Jobs);
  for (const { instance, metatype } of app.get(DiscoveryService).getProviders()) {
    const type = metatype ? jobTypeOf(metatype) : undefined;
    if (type) jobs.register(type, instance as Worker<JobType>);
  }
  return jobs;
}

/** Lets go, now and then, of rows whose time is over. */
function forgetRegularly(keepers: readonly { forget(): Promise<void> }[], log: Log): NodeJS.Timeout {
  const forget = (keeper: { forget(): Promise<void> }): void =>
    void keeper.forget().catch((error: unknown) => log.warn({ err: error }, 'old rows are kept'));
  return setInterval(() => keepers.forEach(forget), FORGET_EVERY_MS).unref();
}

/** Takes calls once the database is open; never when the service is stopped before. */
async function takeCalls(
  database: Database,
  jobs: Jobs,
  server: BusServer,
  events: EventServices,
  state: { ready: boolean; readonly stopping: boolean },
  log: Log,
): Promise<void> {
  await database.open();
  await jobs.open();
  if (state.stopping) return;
  await server.open();
  if (state.stopping) return;
  events.open();
  state.ready = true;
  log.info('started');
}

function rootModule<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: C,
  database: Database,
  log: Log,
): Type {
  @Module({
    imports: [
      PlatformModule.of(definition.name, config, log),
      DatabaseModule.of(database),
      definition.module,
    ],
  })
  class ServiceRoot {}
  return ServiceRoot;
}

function busServer(
  app: INestApplicationContext,
  name: string,
  config: ServiceConfig,
  onceOnly: TransactionalOnceOnly,
  log: Log,
): BusServer {
  const histogram = callHistogram(app.get(Registry));
  const options = {
    queue: name,
    deadlineMs: config.requestDeadlineMs,
    concurrency: config.maxConcurrentRequests,
    queued: config.maxQueuedRequests,
  };
  const server = new BusServer(
    app.get(BusConnection),
    app.get(CallerSeal),
    options,
    log,
    onceOnly,
    (call, outcome, seconds) => histogram.observe({ call, outcome }, seconds),
  );
  for (const { instance, metatype } of app.get(DiscoveryService).getProviders()) {
    const contract = metatype ? contractOf(metatype) : undefined;
    if (contract) server.serve(contract, instance as object);
  }
  return server;
}
