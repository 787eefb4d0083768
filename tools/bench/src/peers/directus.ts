import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { creates } from './creates.ts';
import { installPackages } from './npm-install.ts';
import { type Peer, type PeerRequests, type RunningPeer, type Site } from './peer.ts';
import { runProgram, startServer } from './program.ts';
import { COLUMNS, type Column, LISTED, NEW_ROW, ORDER, TABLE, fill } from './table.ts';

const PACKAGES = {
  name: 'directus',
  dependencies: { directus: '12.4.0' },
  // The sandbox of extensions, which the bench does not use: this version comes with its binaries.
  overrides: { 'isolated-vm': '6.1.2' },
};

const TYPES = {
  text: 'string',
  'long text': 'text',
  uuid: 'uuid',
  integer: 'integer',
  boolean: 'boolean',
  timestamp: 'timestamp',
} as const satisfies Record<Column['type'], string>;

const CACHED = { CACHE_ENABLED: 'true', CACHE_AUTO_PURGE: 'true', CACHE_STORE: 'memory' };

/** Directus as in its container image: one process. */
export const directus: Peer = {
  name: 'Directus',
  install: (cache) => installPackages(cache, PACKAGES),
  start: (site) => startDirectus(site, 'its data cache off', {}),
};

/** Directus with its response cache. */
export const directusWithCache: Peer = {
  ...directus,
  name: 'Directus with its cache',
  start: (site) => startDirectus(site, 'responses kept in memory until a write', CACHED),
};

async function startDirectus(
  site: Site,
  how: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningPeer> {
  const setup = `Directus ${PACKAGES.dependencies.directus}: one process, ${how}, the token of an admin`;
  const token = randomUUID();
  const origin = `http://127.0.0.1:${site.port}`;
  const cli = join(site.cache, 'directus', 'node_modules', 'directus', 'cli.js');
  const env = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(site.port),
    PUBLIC_URL: origin,
    SECRET: randomUUID(),
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: site.databaseUrl,
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: token,
    LOG_STYLE: 'raw',
    TELEMETRY: 'false',
    NO_UPDATE_NOTIFIER: 'true',
    ...settings,
  };
  await runProgram(process.execPath, [cli, 'bootstrap'], { cwd: site.folder, env });
  const address = `${origin}/server/ping`;
  const server = await startServer(process.execPath, [cli, 'start'], { cwd: site.folder, env, address });
  try {
    await createCollection(origin, token);
    const added = { id: 'gen_random_uuid()', created_at: 'now()', updated_at: 'now()' };
    const keys = await fill({ ...site, added, key: 'id' });
    return { ...server, setup, origin, token, requests: requestsOf(site.projectIds, keys) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function createCollection(origin: string, token: string): Promise<void> {
  const fields = [
    { field: 'id', type: 'uuid', meta: { special: ['uuid'] }, schema: { is_primary_key: true } },
    ...COLUMNS.map(({ name, type, isNullable = false }) => ({
      field: name,
      type: TYPES[type],
      meta: { required: !isNullable },
      schema: { is_nullable: isNullable },
    })),
    { field: 'created_at', type: 'timestamp', meta: { special: ['date-created'] }, schema: {} },
    { field: 'updated_at', type: 'timestamp', meta: { special: ['date-updated'] }, schema: {} },
  ];
  const response = await fetch(`${origin}/collections`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ collection: TABLE, schema: {}, meta: {}, fields }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`its collection is refused: ${text}`);
}

function requestsOf(projectIds: readonly string[], keys: readonly string[]): PeerRequests {
  const list = `fields=id,${LISTED.join(',')}&sort=${ORDER.join(',')}&limit=20&offset=0&meta=filter_count`;
  return {
    list: projectIds.map((id) => ({
      method: 'GET',
      path: `/items/${TABLE}?filter[project][_eq]=${id}&${list}`,
    })),
    detail: keys.map((key) => ({ method: 'GET', path: `/items/${TABLE}/${key}` })),
    create: creates(projectIds, (project, name) => ({
      path: `/items/${TABLE}`,
      body: { ...NEW_ROW, project, slug: name, title: name },
    })),
  };
}
