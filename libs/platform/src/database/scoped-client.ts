import type pg from 'pg';
import { EVERY_PROJECT, NO_PROJECT, type ProjectScope, currentScope } from '../calls/project-scope.ts';
import { CausalClient, Query, type QueryParameters } from './causal-client.ts';
import { nameOfText } from './statement-names.ts';

const SET_PROJECT = 'pks_set_project';
const SET_ROLE = 'pks_set_role';
/** Both settings last for the transaction; outside a transaction, for the one statement. */
const PREPARE = `
  PREPARE ${SET_PROJECT} (text) AS SELECT set_config('pks.project_id', $1, true);
  PREPARE ${SET_ROLE} (text, text) AS
    SELECT set_config('pks.project_id', $1, true), set_config('role', $2, true)`;

/** A prepared statement, or one with a text and no name. */
interface Setting {
  readonly statement: string;
  readonly values: string[];
  readonly text?: string;
}
/** Not prepared: the transaction begins even if the connection lost its prepared statements, so that none of its other statements is stored on its own. */
const BEGIN: Setting = { statement: '', values: [], text: 'BEGIN' };
/** The texts that TypeORM sends. */
const [START, END] = ['START TRANSACTION', /^(COMMIT|ROLLBACK)$/];
const NOTHING = { command: '', rowCount: null, oid: 0, rows: [], fields: [] } satisfies pg.QueryResult;

/**
 * A query that begins its transaction and sets the scope before it, if due, in the same round trip: if either fails, the query
 * does not run.
 */
class ScopedQuery extends Query {
  private begins = false;
  private setting: Setting | undefined;
  /** The number of statements before the query that are not complete yet. */
  private before = 0;

  constructor(
    [config, values, callback]: QueryParameters,
    private readonly client: ScopedClient,
    private readonly scope: ProjectScope,
  ) {
    super(config, values, callback);
  }

  override get isPreceded(): boolean {
    return this.before > 0;
  }

  /** Called when the query is sent, so that what is set before it is known. */
  override requiresPreparation(): boolean {
    this.begins = this.client.takeBegin();
    this.setting = this.client.settingFor(this.scope, this.text ?? '');
    return this.begins || this.setting !== undefined || super.requiresPreparation();
  }

  override prepare(connection: pg.Connection): void {
    if (this.begins) this.execute(connection, BEGIN);
    if (this.setting) this.execute(connection, this.setting);
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
  /** Whether the next statement is part of a transaction. Of statements that are sent together, PostgreSQL has not reported that yet. */
  private isOpen = false;
  /** The scope of the transaction under way; undefined if unknown. */
  private scope: ProjectScope | undefined;
  private isPrepared = false;
  /** The preparation under way, with the first statement of the connection. */
  private preparing: Promise<void> | undefined;
  /** Whether a transaction begins with the next statement. */
  private begins = false;
  /** Whether that transaction has no statement yet, not even one that waits until the connection is prepared. */
  private isEmpty = false;

  constructor(
    config: pg.ClientConfig,
    private readonly role: string,
  ) {
    super(config);
  }

  override query(...parameters: readonly unknown[]): never {
    return this.run(parameters as unknown as QueryParameters) as never;
  }

  /** Whether a transaction has to begin with this statement. */
  takeBegin(): boolean {
    const { begins } = this;
    if (begins) [this.begins, this.isOpen, this.scope] = [false, true, NO_PROJECT];
    return begins;
  }

  /** The setting that a statement needs before it; undefined for none, as before the end of a transaction that may have failed. */
  settingFor(scope: ProjectScope, text: string): Setting | undefined {
    const before = this.isOpen ? this.scope : NO_PROJECT;
    const isEnd = END.test(text);
    const isUndone = /^\s*ROLLBACK/i.test(text);
    if (isEnd) this.isOpen = false;
    this.scope = isUndone ? undefined : scope;
    if (isEnd || isUndone || scope === before) return undefined;
    return before === EVERY_PROJECT || before === undefined || scope === EVERY_PROJECT
      ? this.roleFor(scope)
      : { statement: SET_PROJECT, values: [scope] };
  }

  private roleFor(scope: ProjectScope): Setting {
    return { statement: SET_ROLE, values: [scope, scope === EVERY_PROJECT ? 'none' : this.role] };
  }

  private run(parameters: QueryParameters): Promise<pg.QueryResult> | undefined {
    const [config] = parameters;
    if (config === START) {
      this.begins = this.isEmpty = true;
      return Promise.resolve(NOTHING);
    }
    if (this.isEmpty && typeof config === 'string' && END.test(config)) {
      this.begins = this.isEmpty = false;
      return Promise.resolve(NOTHING);
    }
    this.isEmpty = false;
    const scope = (typeof config === 'string' ? undefined : config.scope) ?? currentScope();
    const query = new ScopedQuery(named(parameters), this, scope);
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
