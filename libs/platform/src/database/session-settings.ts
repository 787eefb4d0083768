import pg from 'pg';

/** Settings of a session by name, each as PostgreSQL shows it. */
export type SessionSettings = Readonly<Record<string, string>>;

/** The oldest PostgreSQL with everything that migrations and statements use. */
const OLDEST = 18;
/** Settings by which a server describes itself. */
const VERSION = 'server_version';
const STANDBY = 'in_hot_standby';
const SHOWN = 'SELECT name, current_setting(name, true) AS value FROM unnest($1::text[]) AS name';

/** Timeouts that an operator sets for other sessions do not end those that migrate. */
export const UNBOUNDED = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
} as const satisfies SessionSettings;
/** No policy binds the owner of the tables; with this, the views for searches do not either. */
export const EVERY_ROW = { 'pks.project_id': '*' } as const;

interface Asks {
  readonly query: (
    this: pg.ClientBase,
    text: string,
    values: readonly unknown[],
  ) => Promise<pg.QueryResult<{ name: string; value: string | null }>>;
}

/** PostgreSQL cannot be used: it is too old, or a standby, or its sessions do not get their settings. */
export class UnusableServer extends Error {
  override readonly name = UnusableServer.name;
}

/** The settings of all sessions of a service, whatever an operator has set: times are read as ISO in UTC, and locks of rows assume `read committed`. */
export function commonSettings({ schema }: { readonly schema: string }): SessionSettings {
  return {
    search_path: `${schema},public`,
    TimeZone: 'UTC',
    DateStyle: 'ISO, MDY',
    default_transaction_isolation: 'read committed',
  };
}

/** The startup parameter `options` that gives a session these settings. */
export function startupOptions(settings: SessionSettings): string {
  const escaped = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`,
  );
  return escaped.join(' ');
}

/** Resolves if PostgreSQL is new enough and no standby, and its session has these settings. @throws UnusableServer with what to do if not. */
export async function verifySession(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const names = [VERSION, STANDBY, ...Object.keys(settings)];
  // Not the client's own `query`, which first prepares statements that an old server, or another session behind a pooler, may refuse.
  const { query } = pg.Client.prototype as unknown as Asks;
  const { rows } = await query.call(client, SHOWN, [names]);
  const shown = new Map(rows.map(({ name, value }) => [name, value ?? 'unknown']));
  const problem = tooOld(shown.get(VERSION) ?? '') ?? standby(shown) ?? whatIsLost(settings, shown);
  if (problem !== undefined) throw new UnusableServer(problem);
}

function tooOld(version: string): string | undefined {
  const [number = ''] = version.split(' ');
  if (Number.parseInt(number, 10) >= OLDEST) return undefined;
  return `PostgreSQL ${number} is too old: ${OLDEST} or newer is needed.`;
}

/** A session at a standby would go on reading what it has, and write nothing, for as long as it is a standby. */
function standby(shown: ReadonlyMap<string, string>): string | undefined {
  if (shown.get(STANDBY) !== 'on') return undefined;
  return 'This PostgreSQL is a standby, which takes no writes: connect to its primary.';
}

/** PostgreSQL refuses a connection with a setting that it does not accept, so a setting that differs was lost on the way, or the address has another value. */
function whatIsLost(settings: SessionSettings, shown: ReadonlyMap<string, string>): string | undefined {
  const lost = Object.keys(settings).filter((name) => shown.get(name) !== settings[name]);
  if (lost.length === 0) return undefined;
  const list = lost.map((name) => `${name} is ${shown.get(name)}`).join(', ');
  return `A pooler in front of PostgreSQL drops the settings of sessions (\`options\`), or its address has others: ${list}. Connect to PostgreSQL directly.`;
}
