import { DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type pg from 'pg';
import { currentCall } from '../calls/call-context.ts';
import { currentScope } from '../calls/project-scope.ts';
import { Unavailable } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { messageOf } from '../logging/logged-error.ts';
import { Bell } from '../time/bell.ts';
import { faultOfDatabase } from './database-errors.ts';
import { type DatabaseOptions, dataSourceOptions } from './database-options.ts';
import { distributionProblem } from './distribution.ts';
import { WAITS_FOR_A_LOCK, migrate, schemaMismatch } from './migrations.ts';
import { type EntityClass, type RowKey, type RowLock, RowLookups } from './row-lookups.ts';
import type { ScopedConfig } from './causal-client.ts';
import { type Statement, queryOf } from './statement.ts';
import { connectionOf, currentTransaction, inTransaction, joining } from './transactions.ts';
import { type Finding, type Letters, findingOf, lettersOf } from './trigrams.ts';

/** Between attempts to open the database. Milliseconds. */
const RETRY_MS = 500;
/** The same after a migration waited for a lock, which delays the statements behind it: only for a small part of the time. Milliseconds. */
const RETRY_LOCKED_MS = 10_000;

/** The connections of a pool. */
export interface Connections {
  readonly active: number;
  readonly idle: number;
  /** How many statements and transactions wait for a connection. */
  readonly pending: number;
}

/** The service's schema in PostgreSQL. Every wait has a timeout. */
export class Database {
  private readonly source: DataSource;
  private readonly lookups: RowLookups;
  private readonly closed = new Bell();
  private closing = false;
  private problem: string | undefined = 'The database is not connected yet.';
  private letters: Letters = 'ascii';

  constructor(
    readonly options: DatabaseOptions,
    private readonly log: Log,
  ) {
    this.source = new DataSource(dataSourceOptions(options));
    this.lookups = new RowLookups(this.source);
  }

  /** Why the database cannot be used yet; undefined once it has been opened, even if the server goes away later. */
  get notReady(): string | undefined {
    return this.problem;
  }

  /** How many connections are in use or being opened, how many are idle, and how many statements and transactions wait for one. */
  get connections(): Connections {
    if (!this.source.isInitialized) return { active: 0, idle: 0, pending: 0 };
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { active: totalCount - idleCount, idle: idleCount, pending: waitingCount };
  }

  /** Connects, migrates if configured, and resolves once the schema matches this build. Retries until then. */
  async open(): Promise<void> {
    while (!this.closing) {
      const problem = await this.tryOpen();
      if (this.closing) return this.destroy();
      if (problem !== this.problem && problem !== undefined) this.log.warn({ problem }, 'database not ready');
      this.problem = problem;
      if (problem === undefined) return;
      await this.closed.wait(problem === WAITS_FOR_A_LOCK ? RETRY_LOCKED_MS : RETRY_MS);
    }
  }

  /** The entity manager of the current transaction, or one without a transaction. */
  get manager(): EntityManager {
    if (!this.source.isInitialized) throw new Unavailable();
    return currentTransaction() ?? this.source.manager;
  }

  /**
   * Runs work in one transaction, or as part of the current one. Its `afterCommit` callbacks run after the commit.
   * @throws Unavailable if PostgreSQL is away; DeadlineExceeded after the statement timeout.
   */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (currentTransaction()) return joining(work);
    return this.translated(() =>
      inTransaction(this.manager, work, (error) => this.logError(error, 'callback after a commit failed')),
    );
  }

  /** The rows of a prepared statement, given its values by name or by number. Throws as `transaction` does. */
  async rows<Row extends object, Values extends object>(
    statement: Statement<Row, Values>,
    values: NoInfer<Values>,
  ): Promise<Row[]> {
    return this.query<Row>(queryOf(statement, values));
  }

  /**
   * How to search for a text; null for an empty text. Letters beyond ASCII count only if the database's indexes have trigrams of
   * them.
   */
  findingOf(text: string): Finding | null {
    return findingOf(text, this.letters);
  }

  /** The row with these values, as its entity; null if there is none. Throws as `transaction` does. */
  find<E extends ObjectLiteral>(entity: EntityClass<E>, key: RowKey<E>): Promise<E | null> {
    return this.lookUp(entity, key);
  }

  /** Like `find`, and locks the row until the end of the current transaction. @throws Error outside a transaction. */
  async lock<E extends ObjectLiteral>(
    entity: EntityClass<E>,
    key: RowKey<E>,
    lock: RowLock,
  ): Promise<E | null> {
    if (!currentTransaction()) throw new Error('A row is locked within a transaction.');
    return this.lookUp(entity, key, lock);
  }

  async close(): Promise<void> {
    this.closing = true;
    this.closed.ring();
    this.problem = 'The database is closed.';
    await this.destroy();
  }

  private async destroy(): Promise<void> {
    if (this.source.isInitialized) await this.source.destroy();
  }

  private async lookUp<E extends ObjectLiteral>(
    entity: EntityClass<E>,
    key: RowKey<E>,
    lock?: RowLock,
  ): Promise<E | null> {
    if (!this.source.isInitialized) throw new Unavailable();
    const { config, entityOf } = this.lookups.of(entity, Object.keys(key), lock);
    const [row] = await this.query({ ...config, values: Object.values(key) });
    return row ? entityOf(row) : null;
  }

  private query<Row extends object>(config: pg.QueryConfig): Promise<Row[]> {
    // The pool may send the query when another request frees a connection, and so in the context of that request.
    const query: ScopedConfig = Object.assign(config, { scope: currentScope() });
    return this.translated(async () => {
      const result = await this.client().query<Row>(query);
      return result.rows;
    });
  }

  /** TypeORM cannot prepare statements, but its driver's pool can, and so can the connection of the current transaction. */
  private client(): pg.Pool | pg.ClientBase {
    return connectionOf(this.manager) ?? this.pool;
  }

  private get pool(): pg.Pool {
    return (this.source.driver as PostgresDriver).master as pg.Pool;
  }

  private async tryOpen(): Promise<string | undefined> {
    try {
      if (this.options.migrate) await migrate(this.options);
      if (!this.source.isInitialized) await this.source.initialize();
      const mismatch = await schemaMismatch(this.source, this.options);
      if (mismatch !== undefined) return mismatch;
      const problem = await distributionProblem(this.source, this.options);
      if (problem !== undefined) return problem;
      this.letters = await lettersOf(this.source);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  private async translated<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const fault = faultOfDatabase(error);
      if (fault) this.logError(error, 'statement failed');
      throw fault ?? error;
    }
  }

  private logError(error: unknown, message: string): void {
    this.log.warn({ err: error, request_id: currentCall()?.requestId }, message);
  }
}

/** The reason of an error; all reasons if several addresses of one name were tried. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join('; ');
  return error instanceof Error ? messageOf(error) : String(error);
}
