/** The process that serves the API. */
export const GATEWAY = 'gateway';
/** The service that sends e-mail. */
export const MAILING = 'notifications';
/** The services and the gateway, as the folders of `apps` are named. */
export const APPS: readonly [string, ...string[]] = [
  'identity',
  'knowledge',
  'search',
  'feedback',
  'interviews',
  'agents',
  MAILING,
  GATEWAY,
];

const SERVICES = APPS.filter((name) => name !== GATEWAY);

/** The variables that name a database: the shared one, and each service's own. */
export const DATABASE_VARIABLES: readonly string[] = ['DATABASE_URL', ...SERVICES.map(ownDatabaseVariable)];

/** The variable that names a service's own database. */
export function ownDatabaseVariable(service: string): string {
  return `${service.toUpperCase()}_DATABASE_URL`;
}

/** The address of each service's database: its own if the environment names one, otherwise the shared one. */
export function databasesOf(
  env: Readonly<Record<string, string | undefined>>,
  shared: string,
): Record<string, string> {
  return Object.fromEntries(SERVICES.map((name) => [name, env[ownDatabaseVariable(name)] || shared]));
}

const ELSEWHERE = [
  ...DATABASE_VARIABLES,
  'NATS_URL',
  ...APPS.map((name) => `${name.toUpperCase()}_NATS_URL`),
  'SMTP_URL',
  'BLOB_STORE',
  'SEARCH_INDEX',
  'EMBEDDINGS',
  'EMBEDDINGS_API_KEY',
  'RERANKER',
  'RERANKER_API_KEY',
  'LANGUAGE_MODEL',
  'LANGUAGE_MODEL_API_KEY',
  'WEB_SEARCH',
  'OAUTH_ISSUERS',
  'PUBLIC_BASE_URL',
  'PUBLIC_APP_URL',
];

/**
 * Overrides the shell's environment for a product with servers and folders of its own: every variable that names a database, a
 * server, a folder or an address elsewhere counts as not set.
 */
export const ON_ITS_OWN: Readonly<Record<string, string>> = Object.fromEntries(
  ELSEWHERE.map((name) => [name, '']),
);
