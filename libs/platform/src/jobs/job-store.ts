import pg from 'pg';
import { type ConstructorOptions, PgBoss, type QueueOptions } from 'pg-boss';
import { createSchema } from '../database/create-schema.ts';
import { ACQUIRE_MS, type DatabaseOptions, runtimeRole } from '../database/database-options.ts';
import { grantToRole } from '../database/runtime-role.ts';
import { sessionsAt } from '../database/servers.ts';
import { commonSettings } from '../database/session-settings.ts';
import { nameOfText } from '../database/statement-names.ts';
import type { Log } from '../logging/log.ts';
import { type JobCounts, countingJobs } from './job-counts.ts';
import { createIndexes, forgetTimesAhead, missedSchedules, stopCounting } from './job-table.ts';
import { type JobType, type Schedule, isSchedule } from './job-type.ts';
import { JobWatch, type JobWatchCallbacks } from './job-watch.ts';

/** Connections in addition to those of the service's own work. */
const CONNECTIONS = 2;
/** A statement that takes longer is cancelled. Milliseconds. */
const STATEMENT_MS = 30_000;
/** A repeated error is logged at most this often. Milliseconds. */
const LOG_EVERY_MS = 30_000;
/** How long jobs under way may go on once no more are fetched; their process exits 25 s after its stop began. Milliseconds. */
const FINISH_WITHIN_MS = 22_000;
const DAY = 24 * 60 * 60;

/** If a process sends no heartbeat for 10 s, another takes over its jobs: with a look every second and the first delay, within 20 s. Seconds. */
const LEASE = { heartbeatSeconds: 10, retryDelay: 2, retryBackoff: true } as const satisfies QueueOptions;

/** Attempts are 2 to 4 s apart at first, then twice as far each time, up to an hour, for about a week. Jobs that nobody fetches wait for a year. */
const JOBS = {
  ...LEASE,
  retryLimit: 175,
  retryDelayMax: 3_600,
  expireInSeconds: 300,
  retentionSeconds: 365 * DAY,
  deleteAfterSeconds: 14 * DAY,
} as const satisfies QueueOptions;

/** A run that fails is retried a few times; after that, the next run is soon due. */
const RUNS = {
  ...LEASE,
  retryLimit: 3,
  expireInSeconds: 3_600,
  retentionSeconds: DAY,
  deleteAfterSeconds: DAY,
} as const satisfies QueueOptions;
/** One run at a time, and one that waits: a second waiting run is not added. */
const ONE_RUN = { policy: 'stately' } as const;

/** `JobWatch` starts the supervision. */
const INTERVALS = {
  supervise: false,
  monitorIntervalSeconds: 4,
  flowIntervalSeconds: 60,
  /** Schedules are due by the clock of PostgreSQL, with which the clock of the process is compared. */
  clockMonitorIntervalSeconds: 60,
} as const satisfies Partial<ConstructorOptions>;

/** Workers fetch and complete jobs with the same statements again and again, so these are prepared; a text with several statements cannot be. */
function queryOf(text: string, values: unknown[] = []): pg.QueryConfig {
  const name = text.includes(';') ? undefined : nameOfText(text);
  return { text, values, ...(name === undefined ? {} : { name }) };
}

/** pg-boss and its connections. Jobs are in a schema beside the service's own, `<schema>_jobs`. */
export class JobStore {
  readonly boss: PgBoss;
  readonly watch: JobWatch;
  private readonly pool: pg.Pool;
  private loggedAt = -Infinity;
  private finishedBy: number | undefined;

  constructor(
    private readonly options: DatabaseOptions,
    private readonly types: readonly JobType[],
    private readonly log: Log,
  ) {
    const { url, migrate, name } = options;
    this.pool = new pg.Pool({
      max: CONNECTIONS,
      connectionTimeoutMillis: ACQUIRE_MS,
      query_timeout: STATEMENT_MS,
      application_name: `${name} jobs`,
      ...sessionsAt(url, { ...commonSettings(options), statement_timeout: `${STATEMENT_MS / 1_000}s` }),
    });
    this.pool.on('error', (error) => this.logNowAndThen(error));
    this.watch = new JobWatch(this.pool, this.schema);
    const executeSql = (text: string, values?: unknown[]) => this.pool.query<object>(queryOf(text, values));
    const settings = { schema: this.schema, createSchema: false, migrate, reindex: false };
    const schedule = types.some(isSchedule);
    this.boss = new PgBoss({ ...INTERVALS, ...settings, schedule, db: { executeSql } });
    this.boss.on('error', (error) => this.logNowAndThen(error));
    this.boss.on('warning', ({ message }) => this.log.warn({ reason: message }, 'job library warning'));
  }

  /** Creates whatever is missing: the schema, and a queue for each type. Gives the service's role access, because its transactions add jobs. */
  async open(): Promise<void> {
    const { migrate, rowSecurity } = this.options;
    if (migrate) await createSchema(this.pool, this.schema);
    await this.boss.start();
    if (migrate) await createIndexes(this.pool, this.schema);
    await stopCounting(this.pool, this.schema);
    await forgetTimesAhead(this.pool, this.schema);
    for (const type of this.types) {
      if (isSchedule(type)) await this.openSchedule(type);
      else await this.openQueue(type.name, JOBS);
    }
    if (migrate && rowSecurity) await grantToRole(this.pool, runtimeRole(this.options), this.schema);
  }

  /** Calls back with those of the types that have due jobs. */
  watchDue(types: readonly string[], onDue: JobWatchCallbacks['onDue']): void {
    this.watch.open(types, {
      onDue,
      supervise: () => this.supervise(),
      onError: (error) => this.logNowAndThen(error),
    });
  }

  /** The schedules with a run that is due because a process starts. */
  async dueAtStart(): Promise<Schedule[]> {
    const schedules = this.types.filter(isSchedule);
    const catchingUp = schedules.filter(({ catchesUp }) => catchesUp).map(({ name }) => name);
    const missed = await missedSchedules(this.pool, this.schema, catchingUp);
    return schedules.filter(({ name, atStart }) => atStart || missed.includes(name));
  }

  /** How many jobs of each type wait, and how many failed. */
  async counts(): Promise<JobCounts[]> {
    const types = this.types.map(({ name }) => name);
    return (await this.pool.query<JobCounts>(countingJobs(this.schema, types))).rows;
  }

  /** Makes the workers finish what they do, and fetch no more. */
  fetchNoMore(): void {
    this.finishedBy ??= performance.now() + FINISH_WITHIN_MS;
    for (const { name } of this.types)
      this.boss.offWork(name, { wait: false }).catch((error: Error) => this.logNowAndThen(error));
  }

  /**
   * Finishes the jobs under way within 22 s, counted from `fetchNoMore` if that was called, and closes the connections.
   * Unfinished jobs are left to another process.
   */
  async close(): Promise<void> {
    await this.watch.close();
    const finishedBy = this.finishedBy ?? performance.now() + FINISH_WITHIN_MS;
    const timeout = Math.max(0, finishedBy - performance.now());
    await this.boss.stop({ timeout }).catch((error: Error) => this.logNowAndThen(error));
    await this.pool.end();
  }

  private async supervise(): Promise<void> {
    await forgetTimesAhead(this.pool, this.schema);
    await this.boss.supervise();
  }

  private get schema(): string {
    return `${this.options.schema}_jobs`;
  }

  private async openSchedule({ name, cron }: Schedule): Promise<void> {
    await this.openQueue(name, RUNS, ONE_RUN);
    await this.boss.schedule(name, cron, {});
  }

  private async openQueue(name: string, options: QueueOptions, fixed: object = {}): Promise<void> {
    await this.boss.createQueue(name, { ...options, ...fixed });
    await this.boss.updateQueue(name, options);
  }

  /** Logs an error now and then only: PostgreSQL may be away for any time, while polling goes on. */
  private logNowAndThen({ message }: { readonly message: string }): void {
    if (performance.now() - this.loggedAt < LOG_EVERY_MS) return;
    this.loggedAt = performance.now();
    this.log.warn({ reason: message }, 'jobs cannot be fetched');
  }
}
