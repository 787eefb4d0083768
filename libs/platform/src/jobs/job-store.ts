import pg from 'pg';
import { type ConstructorOptions, PgBoss, type QueueOptions } from 'pg-boss';
import { ACQUIRE_MS, type DatabaseOptions } from '../database/database-options.ts';
import type { Log } from '../logging/log.ts';

/** Beside those of the service's own work. */
const CONNECTIONS = 2;
/** A statement that takes longer is given up. Milliseconds. */
const STATEMENT_MS = 30_000;
/** What goes wrong again and again is told so often. Milliseconds. */
const TOLD_EVERY_MS = 30_000;
const DAY = 24 * 60 * 60;

/**
 * Attempts are 2 to 4 s apart at first, then twice as far each time, up to an hour, for about a week. A job whose process
 * says nothing for 10 s is taken up by another: with the look every 5 s and the first delay, within 20 s. Seconds.
 */
const PATIENCE = {
  retryLimit: 175,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3_600,
  heartbeatSeconds: 10,
  expireInSeconds: 300,
  retentionSeconds: 30 * DAY,
  deleteAfterSeconds: 14 * DAY,
} as const satisfies QueueOptions;

const LOOKS = {
  superviseIntervalSeconds: 5,
  monitorIntervalSeconds: 4,
  flowIntervalSeconds: 60,
} as const satisfies Partial<ConstructorOptions>;

/** The library and its connections: jobs are in a schema of their own beside the service's, `<schema>_jobs`. */
export class JobStore {
  readonly boss: PgBoss;
  private readonly pool: pg.Pool;
  private toldAt = 0;

  constructor(
    { url, schema, migrate, name }: DatabaseOptions,
    private readonly log: Log,
  ) {
    this.pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: ACQUIRE_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS,
      application_name: `${name} jobs`,
    });
    this.pool.on('error', (error) => this.tell(error));
    const executeSql = (text: string, values?: unknown[]) => this.pool.query<object>(text, values);
    const settings = { ...LOOKS, schema: `${schema}_jobs`, migrate, schedule: false, reindex: false };
    this.boss = new PgBoss({ ...settings, db: { executeSql } });
    this.boss.on('error', (error) => this.tell(error));
    this.boss.on('warning', ({ message }) => this.log.warn({ reason: message }, 'jobs need a look'));
  }

  /** Makes what is missing: the schema, and a queue of each name. */
  async open(names: readonly string[]): Promise<void> {
    await this.boss.start();
    for (const name of names) {
      await this.boss.createQueue(name, PATIENCE);
      await this.boss.updateQueue(name, PATIENCE);
    }
  }

  /** Finishes what is worked on, within 15 s, and lets go of the connections. What is not finished is another's. */
  async close(): Promise<void> {
    await this.boss.stop({ timeout: 15_000 }).catch((error: Error) => this.tell(error));
    await this.pool.end();
  }

  /** PostgreSQL may be away for any time: looking for jobs goes on. */
  private tell({ message }: { readonly message: string }): void {
    if (Date.now() - this.toldAt < TOLD_EVERY_MS) return;
    this.toldAt = Date.now();
    this.log.warn({ reason: message }, 'jobs were not looked at');
  }
}
