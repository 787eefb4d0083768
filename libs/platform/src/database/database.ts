import { DataSource, type EntityManager, QueryRunnerAlreadyReleasedError } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type pg from 'pg';
import { currentCall } from '../bus/call-context.ts';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { faultOfDatabase } from './database-errors.ts';
import { type DatabaseOptions, dataSourceOptions } from './database-options.ts';
import { migrate, unknownMigrations } from './migrations.ts';
import { type Statement, readers } from './statement.ts';
import { currentTransaction, inTransaction, joining } from './transactions.ts';

const RETRY_MS = 500;

/** What of a query runner is looked at. */
interface Runner {
  readonly isReleased: boolean;
  readonly databaseConnection?: pg.ClientBase;
}

/** The service's PostgreSQL: its own schema, bounded in every wait. */
export class Database {
  private readonly source: DataSource;
  private closing = false;
  private problem: string | undefined = 'The database was not reached yet.';

  constructor(
    readonly options: DatabaseOptions,
    private readonly log: Log,
  ) {
    this.source = new DataSource(dataSourceOptions(options));
  }

  /** Why the database cannot be used; undefined when it can. */
  get notReady(): string | undefined {
    return this.problem;
  }

  /** Connects, migrates where that is asked for, and resolves once the schema is the one that this build knows. Tries until then. */
  async open(): Promise<void> {
    while (!this.closing) {
      const problem = await this.tryOpen();
      if (this.closing) return this.destroy();
      if (problem !== this.problem && problem !== undefined)
        this.log.warn({ problem }, 'the database is not ready');
      this.problem = problem;
      if (problem === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** The manager of the transaction that the running code is in, else one without a transaction. */
  get manager(): EntityManager {
    if (!this.source.isInitialized) throw new Unavailable();
    return currentTransaction() ?? this.source.manager;
  }

  /**
   * Runs work in one transaction, or as part of the one that is under way. What it leaves to `afterCommit` is done then.
   * @throws Unavailable when PostgreSQL is away; DeadlineExceeded past the statement timeout.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (currentTransaction()) return joining(work);
    return this.translated(() =>
      inTransaction(this.manager, work, (error) => this.tell(error, 'what follows a commit failed')),
    );
  }

  /** The rows of a prepared statement. Throws as `transaction` does. */
  async rows<Row extends object>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    return this.translated(async () => {
      const query = { name: statement.name, text: statement.text, values: [...values], types: readers };
      const result = await this.client().query<Row>(query);
      return result.rows;
    });
  }

  async close(): Promise<void> {
    this.closing = true;
    this.problem = 'The database is closed.';
    await this.destroy();
  }

  private async destroy(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }

  /** TypeORM prepares nothing: its driver's pool does, or the connection of the transaction under way. */
  private client(): pg.Pool | pg.ClientBase {
    const runner = this.manager.queryRunner as unknown as Runner | undefined;
    if (!runner) return (this.source.driver as PostgresDriver).master as pg.Pool;
    if (runner.isReleased || !runner.databaseConnection) throw new QueryRunnerAlreadyReleasedError();
    return runner.databaseConnection;
  }

  private async tryOpen(): Promise<string | undefined> {
    try {
      if (this.options.migrate) await migrate(this.options);
      if (!this.source.isInitialized) await this.source.initialize();
      const unknown = await unknownMigrations(this.source, this.options);
      if (unknown.length > 0) return `The schema does not match this build: ${unknown.join(', ')}.`;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  private async translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const fault = faultOfDatabase(error);
      if (fault) this.tell(error, 'the database did not do it');
      throw fault ?? error;
    }
  }

  private tell(error: unknown, what: string): void {
    this.log.warn({ err: error, request_id: currentCall()?.requestId }, what);
  }
}
