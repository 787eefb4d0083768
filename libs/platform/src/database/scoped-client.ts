import type pg from 'pg';
import { type ProjectScope, currentScope } from '../calls/project-scope.ts';
import { CausalClient, Query, type QueryParameters } from './causal-client.ts';
import { PREPARE, ScopeSettings, type Setting } from './scope-settings.ts';
import { nameOfText } from './statement-names.ts';

const NOTHING = { command: '', rowCount: null, oid: 0, rows: [], fields: [] } satisfies pg.QueryResult;

/**
 * A query that begins its transaction and sets the scope before it, if due, in the same round trip: if either fails, the query
 * does not run.
 */
class ScopedQuery extends Query {
  private settings: readonly Setting[] = [];
  /** The number of statements before the query that are not complete yet. */
  private before = 0;

  constructor(
    [config, values, callback]: QueryParameters,
    private readonly scopes: ScopeSettings,
    private readonly scope: ProjectScope,
  ) {
    super(config, values, callback);
  }

  override get isPreceded(): boolean {
    return this.before > 0;
  }

  /** Called when the query is sent, so that what is set before it is known. */
  override requiresPreparation(): boolean {
    this.settings = this.scopes.before(this.text ?? '', this.scope);
    return this.settings.length > 0 || super.requiresPreparation();
  }

  override prepare(connection: pg.Connection): void {
    for (const setting of this.settings) this.execute(connection, setting);
    super.prepare(connection);
  }

  override handleDataRow(message: object): void {
    if (!this.isPreceded) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    if (this.isPreceded) this.before -= 1;
    else super.handleCommandComplete(message, connection);
  }

  private execute(connection: pg.Connection, { text, ...statement }: Setting): void {
    this.before += 1;
    if (text !== undefined) connection.parse({ name: '', text, types: [] }, true);
    connection.bind(statement, true);
    connection.execute({}, true);
  }
}

/** A connection whose statements run in the scope of the code that sends them, as a role that is subject to row-level security. */
class ScopedClient extends CausalClient {
  private readonly scopes: ScopeSettings;
  private isPrepared = false;
  /** The preparation under way, with the first statement of the connection. */
  private preparing: Promise<void> | undefined;

  constructor(config: pg.ClientConfig, role: string) {
    super(config);
    this.scopes = new ScopeSettings(role);
  }

  override query(...parameters: readonly unknown[]): never {
    return this.run(parameters as unknown as QueryParameters) as never;
  }

  private run(parameters: QueryParameters): Promise<pg.QueryResult> | undefined {
    const [config] = parameters;
    if (this.scopes.absorbs(config)) return Promise.resolve(NOTHING);
    const scope = (typeof config === 'string' ? undefined : config.scope) ?? currentScope();
    const query = new ScopedQuery(named(parameters), this.scopes, scope);
    return this.answered(query, () => this.send(query));
  }

  /** Sends a query. Before the first one of a connection, the statements that set the scope are prepared. */
  private send(query: ScopedQuery): void {
    if (this.isPrepared) return this.submit(query);
    this.preparing ??= this.prepared();
    this.preparing.then(
      () => {
        this.isPrepared = true;
        this.submit(query);
      },
      (error: Error) => query.callback?.(error),
    );
  }

  /** Prepares the statements that set the scope. If that fails, ends the connection before its statements fail, so that the pool does not use it again. */
  private async prepared(): Promise<void> {
    const preparing: Promise<unknown> = super.query(PREPARE);
    try {
      await preparing;
    } catch (error) {
      void this.end();
      throw error;
    }
  }
}

/** Names a statement that has values and no name. */
function named([config, values, callback]: QueryParameters): QueryParameters {
  if (typeof config !== 'string' || !Array.isArray(values) || values.length === 0)
    return [config, values, callback];
  const name = nameOfText(config);
  return [{ ...(name === undefined ? {} : { name }), text: config, values }, callback, undefined];
}

/** The class of a pool's connections that work as a role, each statement in the scope of its sender. */
export function scopedClientAs(role: string): new (config?: pg.ClientConfig) => pg.Client {
  return class extends ScopedClient {
    constructor(config: pg.ClientConfig = {}) {
      super(config, role);
    }
  };
}
