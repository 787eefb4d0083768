import pg from 'pg';
import { EVERY_PROJECT, type ProjectScope, currentScope } from '../calls/project-scope.ts';

/** What of a query `pg` uses, and its types leave out. */
interface ProtocolQuery extends pg.Submittable {
  readonly text?: string;
  callback?: QueryCallback;
  requiresPreparation(): boolean;
  prepare(connection: pg.Connection): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: pg.Connection): void;
}
type QueryCallback = (error: Error | null, result?: pg.QueryResult) => void;
/** A query as the pool and TypeORM give it; `scope` is set where it was asked for in another context than it is sent in. */
export type ScopedConfig = string | (pg.QueryConfig & { scope?: ProjectScope });

const Query = pg.Query as unknown as new (
  config: ScopedConfig,
  values: unknown,
  callback: unknown,
) => ProtocolQuery;

const SET_PROJECT = 'pks_set_project';
const SET_ROLE = 'pks_set_role';
/** Both are for the transaction alone: for a statement outside of one, that is the statement. */
const PREPARE = `
  PREPARE ${SET_PROJECT} (text) AS SELECT set_config('pks.project_id', $1, true);
  PREPARE ${SET_ROLE} (text, text) AS
    SELECT set_config('pks.project_id', $1, true), set_config('role', $2, true)`;

/** A prepared statement that sets the scope. */
interface Setting {
  readonly statement: string;
  readonly values: string[];
}

/** A query that sets the scope before it, in the same transaction and the same round trip: when that fails, the query does not run. */
class ScopedQuery extends Query {
  private setting: Setting | undefined;
  private isSetting = false;

  constructor(
    [config, values, callback]: readonly [ScopedConfig, unknown, unknown],
    private readonly client: ScopedClient,
    private readonly scope: ProjectScope,
  ) {
    super(config, values, callback);
  }

  /** Called once the connection is this query's, so what is set on it is known. */
  override requiresPreparation(): boolean {
    this.setting = this.client.settingFor(this.scope, this.text ?? '');
    return this.setting !== undefined || super.requiresPreparation();
  }

  override prepare(connection: pg.Connection): void {
    if (this.setting) {
      this.isSetting = true;
      connection.bind(this.setting, true);
      connection.execute({}, true);
    }
    super.prepare(connection);
  }

  override handleDataRow(message: object): void {
    if (!this.isSetting) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: pg.Connection): void {
    if (this.isSetting) this.isSetting = false;
    else super.handleCommandComplete(message, connection);
  }
}

/** A connection whose statements run in the scope of the code that sends them, as a role that row-level security binds. */
class ScopedClient extends pg.Client {
  /** In the transaction under way; undefined when that is not known. */
  private scope: ProjectScope | undefined;
  private isPrepared = false;

  constructor(
    config: pg.ClientConfig,
    private readonly role: string,
  ) {
    super(config);
  }

  override query(...parameters: readonly unknown[]): never {
    return this.run(...(parameters as [ScopedConfig, unknown, unknown])) as never;
  }

  /** What has to be set before a statement; undefined for nothing. */
  settingFor(scope: ProjectScope, text: string): Setting | undefined {
    const status = this.getTransactionStatus();
    const before = status === 'T' ? this.scope : '';
    const isUndone = status === 'E' || /^\s*ROLLBACK/i.test(text);
    this.scope = isUndone ? undefined : scope;
    if (isUndone || scope === before) return undefined;
    return before === EVERY_PROJECT || before === undefined || scope === EVERY_PROJECT
      ? this.roleFor(scope)
      : { statement: SET_PROJECT, values: [scope] };
  }

  private roleFor(scope: ProjectScope): Setting {
    return { statement: SET_ROLE, values: [scope, scope === EVERY_PROJECT ? 'none' : this.role] };
  }

  private run(...parameters: [ScopedConfig, unknown, unknown]): Promise<pg.QueryResult> | undefined {
    const [config] = parameters;
    const scope = (typeof config === 'string' ? undefined : config.scope) ?? currentScope();
    const query = new ScopedQuery(parameters, this, scope);
    if (query.callback) return void this.send(query);
    return new Promise((resolve, reject) => {
      query.callback = (error, result) => (error ? reject(error) : resolve(result as pg.QueryResult));
      this.send(query);
    });
  }

  /** What sets the scope is prepared before the first statement of a connection. */
  private send(query: ScopedQuery): void {
    if (this.isPrepared) return void super.query(query);
    super.query(PREPARE).then(
      () => {
        this.isPrepared = true;
        super.query(query);
      },
      (error: Error) => query.callback?.(error),
    );
  }
}

/** The class of a pool's connections that work as a role, each statement in the scope of its sender. */
export function scopedClientAs(role: string): new (config?: pg.ClientConfig) => pg.Client {
  return class extends ScopedClient {
    constructor(config: pg.ClientConfig = {}) {
      super(config, role);
    }
  };
}
