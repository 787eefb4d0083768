import pg from 'pg';
import type { ProjectScope } from '../calls/project-scope.ts';
import { LOST_STATEMENT } from './database-errors.ts';

/** What of a query `pg` uses, and its types leave out. */
export interface ProtocolQuery extends pg.Submittable {
  readonly text?: string;
  callback?: QueryCallback;
  requiresPreparation(): boolean;
  prepare(connection: pg.Connection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
  /** Whether what is sent before it, in the same message, is not complete yet. */
  readonly isPreceded?: boolean;
}
type QueryCallback = (error: Error | null, result?: pg.QueryResult) => void;
/** A query as the pool and TypeORM give it; `scope` is set where it was asked for in another context than it is sent in. */
export type ScopedConfig = string | (pg.QueryConfig & { scope?: ProjectScope });
/** What a query is made of. */
export type QueryParameters = readonly [config: ScopedConfig, values: unknown, callback: unknown];

/** The query of `pg`, as it is. */
export const Query = pg.Query as unknown as new (
  config: ScopedConfig,
  values: unknown,
  callback: unknown,
) => ProtocolQuery;

/** What of a client `pg` has, and its types leave out. */
interface ProtocolClient {
  _getActiveQuery(): ProtocolQuery | undefined;
  _handleParseComplete(message: object): void;
}
const Client = pg.Client as unknown as new (config?: pg.ClientConfig) => pg.Client & ProtocolClient;

/** A statement of a transaction that has failed already (`in_failed_sql_transaction`). */
const ABORTED = '25P02';
/** What PostgreSQL says of the transaction of a connection when it has failed. */
const FAILED = 'E';

/**
 * A connection on which a statement behind one that failed its transaction fails for the same reason. PostgreSQL says of it only that
 * the transaction has failed; of statements that are sent together, whichever error is noticed first has to say why. A connection whose
 * prepared statements are lost, as behind a pooler that drops them, ends, so that the pool does not use it again.
 */
export class CausalClient extends Client {
  /** The newest error that is a reason. */
  private reason: Error | undefined;

  override query(...parameters: readonly unknown[]): never {
    const query = new Query(...(parameters as unknown as QueryParameters));
    return this.answered(query, () => this.submit(query)) as never;
  }

  /** Hands a query over to the connection, as it is. */
  protected submit(query: ProtocolQuery): void {
    super.query(query);
  }

  /** The result of a query that is sent now; undefined where it has a callback. */
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

  /** `pg` takes what was parsed for the active query, and would not prepare that one again where it is what precedes it. */
  override _handleParseComplete(message: object): void {
    if (!this._getActiveQuery()?.isPreceded) super._handleParseComplete(message);
  }

  private reasonOf(error: Error): Error {
    const { code } = error as pg.DatabaseError;
    const isLost = code === LOST_STATEMENT;
    // The one before would have prepared it for this one, too.
    const isBehind = isLost && this.getTransactionStatus() === FAILED;
    if (code === ABORTED || isBehind) return this.reason ?? error;
    if (isLost) void this.end();
    this.reason = error;
    return error;
  }
}
