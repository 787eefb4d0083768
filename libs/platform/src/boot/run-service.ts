import type { INestApplicationContext, INestMicroservice, Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { type MessageClass, deletedProjects } from '@pks/contracts';
import { Registry } from 'prom-client';
import { BusClient } from '../bus/client.ts';
import { BusConnection } from '../bus/connection.ts';
import { isController } from '../bus/nest-handlers.ts';
import { BusServer } from '../bus/server.ts';
import { BadConfiguration } from '../config/config.ts';
import type { ServiceConfig } from '../config/platform.config.ts';
import { Database } from '../database/database.ts';
import type { DatabaseOptions, ServiceSchema } from '../database/database-options.ts';
import { DeletedProject } from '../database/deleted-project.entity.ts';
import { TransactionalOnceOnly } from '../database/idempotency.ts';
import type { EventServices } from '../events/event-services.ts';
import { watchJobs } from '../jobs/job-metrics.ts';
import { assignmentOf } from '../jobs/job-type.ts';
import { Jobs } from '../jobs/jobs.ts';
import { type Log, makeLog } from '../logging/log.ts';
import { MissedDeletions } from '../project-deletion/missed-deletions.ts';
import { ProjectDeletion } from '../project-deletion/project-deletion.ts';
import { ProjectRemains } from '../project-deletion/project-remains.ts';
import { watchLoad } from './load-metrics.ts';
import { configOrExit, openManagement } from './process.ts';
import { collectWhenQuiet } from './quiet-collection.ts';
import { createService } from './service-app.ts';
import { stopOnSignal } from './until-stopped.ts';

const FORGET_EVERY_MS = 10 * 60_000;

/** The parts that make up a service. */
export interface ServiceDefinition<C extends ServiceConfig> {
  readonly name: string;
  readonly module: Type;
  readonly config: MessageClass<C>;
  readonly schema: ServiceSchema;
}

/** A service that runs in this process. */
export interface RunningService {
  readonly app: INestApplicationContext;
  readonly database: Database;
  /** Resolves once the service accepts calls, for which it needs PostgreSQL and NATS. */
  readonly ready: Promise<void>;
  /** Finishes the calls and events under way, then closes everything. */
  stop(): Promise<void>;
  /** Answers the calls that still run with `Unavailable`, for a stop that takes too long. Returns their number. */
  abandon(): Promise<number>;
}

/** How far the start or the stop of a service has got. */
interface Progress {
  ready: boolean;
  stopping: boolean;
  events?: EventServices;
  missedDeletions?: MissedDeletions;
  forgetting?: NodeJS.Timeout;
}

/**
 * Runs a service as this process until SIGTERM or SIGINT, then finishes the work under way within `stopWithinMs` (25 s by default). Exits with 1
 * and the reason if the configuration is wrong.
 */
export async function runService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  stopWithinMs?: number,
): Promise<void> {
  const config = configOrExit(definition.config);
  const log = makeLog(definition.name, config.logLevel);
  collectWhenQuiet();
  const running = startService(definition, config, log);
  const stoppable = {
    stop: async () => (await running).stop(),
    abandon: async () => (await running).abandon(),
  };
  stopOnSignal(log, config.exitWithParent === '1', stoppable, stopWithinMs);
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

/** Starts a service in this process. PostgreSQL and NATS may still be away: `ready` resolves once it accepts calls. */
export async function startService<C extends ServiceConfig>(
  definition: ServiceDefinition<C>,
  config: C,
  log: Log,
): Promise<RunningService> {
  const { name, module, schema } = definition;
  const database = new Database(databaseOf(definition, config), log);
  const app = await createService({ name, module, config, database, log });
  const connection = app.get(BusConnection);
  const progress: Progress = { ready: false, stopping: false };
  watchLoad(app.get(Registry), { server: app.get(BusServer), database });
  const management = await openManagement(app, config, [
    ['nats', () => connection.notReady ?? progress.events?.notReady],
    ['database', () => database.notReady],
    ['calls', () => (progress.ready ? undefined : 'Calls are not taken.')],
  ]);
  connection.open();
  app.get(BusClient).open();
  const ready = serve(app, { name, entities: schema.entities }, config, progress, log);
  const stop = async (): Promise<void> => {
    await finish(app, progress);
    await connection.close();
    await database.close();
    await management.close();
  };
  return { app, database, ready, stop, abandon: () => app.get(BusServer).abandon() };
}

/** The database of a service. @throws BadConfiguration if the environment names none. */
function databaseOf<C extends ServiceConfig>(
  { name, schema }: ServiceDefinition<C>,
  config: ServiceConfig,
): DatabaseOptions {
  const url = config.ownDatabaseUrl ?? config.databaseUrl;
  if (url === undefined)
    throw new BadConfiguration(`Set ${name.toUpperCase()}_DATABASE_URL or DATABASE_URL.`);
  const { poolSize, migrateOnStart: migrate, rowLevelSecurity } = config;
  return { ...schema, url, poolSize, migrate, rowSecurity: rowLevelSecurity === 'on', name };
}

/** Accepts calls, then events, once the database is open, unless the service is stopped before. */
async function serve(
  app: INestMicroservice,
  service: Parameters<typeof EventServices.of>[1],
  config: ServiceConfig,
  progress: Progress,
  log: Log,
): Promise<void> {
  const jobs = jobsWithWorkers(app);
  await app.get(Database).open();
  watchJobs(app.get(Registry), jobs);
  await jobs.open();
  if (progress.stopping) return;
  await app.listen();
  const events = await eventsOf(app, service, config, log);
  if (progress.stopping) return;
  if (service.entities.includes(DeletedProject)) app.get(ProjectDeletion).open(remainsIn(app));
  progress.events = events;
  progress.forgetting = forgetRegularly([app.get(TransactionalOnceOnly), ...events.forgetful], log);
  events.open();
  if (asksForDeletions(service.name)) {
    progress.missedDeletions = new MissedDeletions(app.get(BusClient), app.get(ProjectDeletion), log);
    progress.missedDeletions.open();
  }
  progress.ready = true;
  log.info('started');
}

/** Finishes calls, events and jobs under way, and accepts no more. */
async function finish(app: INestMicroservice, progress: Progress): Promise<void> {
  progress.stopping = true;
  progress.ready = false;
  clearInterval(progress.forgetting);
  app.get(Jobs).fetchNoMore();
  await Promise.all([
    app.get(BusServer).close(),
    progress.events?.close(),
    progress.missedDeletions?.close(),
    app.get(ProjectDeletion).close(),
  ]);
  await app.get(Jobs).close();
  await app.get(TransactionalOnceOnly).close();
  await app.close();
}

/** The events of a service. Their code is loaded here, so that processes that are no services save its memory. */
async function eventsOf(...service: Parameters<typeof EventServices.of>): Promise<EventServices> {
  const { EventServices: Services } = await import('../events/event-services.ts');
  return Services.of(...service);
}

/** The jobs of a service, with the workers among its providers. @throws Error if a controller is among the providers. */
function jobsWithWorkers(app: INestApplicationContext): Jobs {
  const jobs = app.get(Jobs);
  for (const { instance, metatype } of app.get(DiscoveryService).getProviders()) {
    if (!metatype) continue;
    if (isController(metatype))
      throw new Error(`List ${metatype.name} under controllers: as a provider it serves nothing.`);
    const assignment = assignmentOf(metatype, instance);
    if (assignment) jobs.register(assignment);
  }
  return jobs;
}

/** Whether a service follows the deletion of projects, and so may ask which ones were deleted. */
function asksForDeletions(name: string): boolean {
  return deletedProjects.calls.after.access.services.some((service) => service === name);
}

/** The providers that delete what a service stores of projects outside its rows. */
function remainsIn(app: INestApplicationContext): ProjectRemains[] {
  const providers: { readonly instance: unknown }[] = app.get(DiscoveryService).getProviders();
  return providers.flatMap(({ instance }) => (instance instanceof ProjectRemains ? [instance] : []));
}

/** Deletes expired rows at intervals. */
function forgetRegularly(keepers: readonly { forget(): Promise<void> }[], log: Log): NodeJS.Timeout {
  const forget = (keeper: { forget(): Promise<void> }): void =>
    void keeper
      .forget()
      .catch((error: unknown) => log.warn({ err: error }, 'expired rows could not be deleted'));
  return setInterval(() => keepers.forEach(forget), FORGET_EVERY_MS).unref();
}
