import pg from 'pg';
import type { ProjectScope } from '../calls/project-scope.ts';
import { LOST_STATEMENT } from './database-errors.ts';

/** The parts of a `pg` query that are used here and missing in its types. */
export interface ProtocolQuery extends pg.Submittable {
  readonly text?: string;
  callback?: QueryCallback;
  requiresPreparation(): boolean;
  prepare(connection: pg.Connection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  /** Whether statements before it in the same message are not complete yet. */
  readonly isPreceded?: boolean;
}
type QueryCallback = (error: Error | null, result?: pg.QueryResult) => void;
/** A query as the pool and TypeORM pass it; `scope` is set if it was requested in another context than it is sent in. */
export type ScopedConfig = string | (pg.QueryConfig & { scope?: ProjectScope });
/** The arguments of a query. */
export type QueryParameters = readonly [config: ScopedConfig, values: unknown, callback: unknown];

/** `pg.Query` with these types. */
export const Query = pg.Query as unknown as new (
  config: ScopedConfig,
  values: unknown,
  callback: unknown,
) => ProtocolQuery;

/** The parts of a `pg` client that are used here and missing in its types. */
interface ProtocolClient {
  _getActiveQuery(): ProtocolQuery | undefined;
  _handleParseComplete(message: object): void;
}
const Client = pg.Client as unknown as new (config?: pg.ClientConfig) => pg.Client & ProtocolClient;

/** The code of a statement whose transaction has failed already (`in_failed_sql_transaction`). */
const ABORTED = '25P02';
/** The status of a connection whose transaction has failed. */
const FAILED = 'E';

/**
 * A connection on which a statement after a failed one in its transaction fails for the same reason. PostgreSQL reports only that the
 * transaction has failed, and of statements that are sent together, any error may be noticed first. A connection that lost its prepared
 * statements, as behind a pooler that drops them, is ended, so that the pool does not use it again.
 */
export class CausalClient extends Client {
  /** The newest error that explains those of later statements. */
  private reason: Error | undefined;

  override query(...parameters: readonly unknown[]): never {
    const query = new Query(...(parameters as unknown as QueryParameters));
    return this.answered(query, () => this.submit(query)) as never;
  }

  /** Passes a query to the connection, unchanged. */
  protected submit(query: ProtocolQuery): void {
    super.query(query);
  }

  /** Sends a query, and resolves with its result; returns undefined if it has a callback. */
  protected answered(query: ProtocolQuery, send: () => void): Promise<pg.QueryResult> | undefined {
    const { callback } = query;
    if (callback) {
      query.callback = (error, result) => callback(error && this.reasonOf(error), result);
      return void send();
    }
    return new Promise((resolve, reject) => {
      query.callback = (error, result) =>
        error ? reject(this.reasonOf(error)) : resolve(result as pg.QueryResult);
      send();
    });
  }

  /** `pg` takes a parsed statement for the active query's, and would not prepare that query again even if the statement is one that precedes it. */
  override _handleParseComplete(message: object): void {
    if (!this._getActiveQuery()?.isPreceded) super._handleParseComplete(message);
  }

  private reasonOf(error: Error): Error {
    const { code } = error as pg.DatabaseError;
    const isLost = code === LOST_STATEMENT;
    // The failed query before it would have prepared this statement for both.
    const isBehind = isLost && this.getTransactionStatus() === FAILED;
    if (code === ABORTED || isBehind) return this.reason ?? error;
    if (isLost) void this.end();
    this.reason = error;
    return error;
  }
}
