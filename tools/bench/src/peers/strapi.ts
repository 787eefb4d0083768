import { randomBytes } from 'node:crypto';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { creates } from './creates.ts';
import { installPackages } from './npm-install.ts';
import type { Peer, PeerRequests, RunningPeer, Site } from './peer.ts';
import { startServer } from './program.ts';
import { COLUMNS, type Column, LISTED, NEW_ROW, ORDER, fill } from './table.ts';

const PACKAGES = {
  name: 'strapi',
  dependencies: {
    '@strapi/strapi': '5.54.0',
    pg: '8.16.3',
    react: '18.3.1',
    'react-dom': '18.3.1',
    'react-router-dom': '6.30.3',
    'styled-components': '6.1.19',
  },
};

const SETUP = `Strapi ${PACKAGES.dependencies['@strapi/strapi']}: one process, NODE_ENV=production, without the admin panel, a full-access API token`;

const TYPES = {
  text: 'string',
  'long text': 'text',
  uuid: 'string',
  integer: 'integer',
  boolean: 'boolean',
  timestamp: 'datetime',
} as const satisfies Record<Column['type'], string>;

/** Strapi in production mode: one process, without the admin panel. */
export const strapi: Peer = {
  name: 'Strapi',
  install: (cache) => installPackages(cache, PACKAGES),
  start: startStrapi,
};

async function startStrapi(site: Site): Promise<RunningPeer> {
  const origin = `http://127.0.0.1:${site.port}`;
  const tokenFile = join(site.folder, 'token');
  await writeApplication(site.folder, site.cache);
  const env = {
    NODE_ENV: 'production',
    PORT: String(site.port),
    DATABASE_URL: site.databaseUrl,
    TOKEN_FILE: tokenFile,
    STRAPI_TELEMETRY_DISABLED: 'true',
    STRAPI_DISABLE_UPDATE_NOTIFICATION: 'true',
  };
  const args = [join(site.folder, 'node_modules/@strapi/strapi/bin/strapi.js'), 'start'];
  const address = `${origin}/_health`;
  const server = await startServer(process.execPath, args, { cwd: site.folder, env, address });
  try {
    const added = {
      document_id: `substr(md5(p.id::text || n), 1, 24)`,
      created_at: 'now()',
      updated_at: 'now()',
      published_at: 'now()',
    };
    const keys = await fill({ ...site, added, key: 'document_id' });
    const token = await readFile(tokenFile, 'utf8');
    return { ...server, setup: SETUP, origin, token, requests: requestsOf(site.projectIds, keys) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const secret = (): string => randomBytes(16).toString('base64');

/** Writes the files of an application with one content type, as Strapi's generator does. */
async function writeApplication(folder: string, cache: string): Promise<void> {
  const attributes = COLUMNS.map(({ name, type, isNullable = false }) => [
    name,
    { type: TYPES[type], ...(isNullable || type === 'long text' ? {} : { required: true }) },
  ]);
  const schema = {
    kind: 'collectionType',
    collectionName: 'artifacts',
    info: { singularName: 'artifact', pluralName: 'artifacts', displayName: 'Artifact' },
    options: { draftAndPublish: false },
    attributes: Object.fromEntries(attributes) as object,
  };
  const factory = (kind: string): string =>
    `module.exports = require('@strapi/strapi').factories.create${kind}('api::artifact.artifact');`;
  const files = {
    'package.json': JSON.stringify({ ...PACKAGES, private: true, version: '0.0.0' }),
    'config/server.js': `module.exports = { host: '127.0.0.1', port: Number(process.env.PORT), app: { keys: ['${secret()}'] } };`,
    'config/admin.js': `module.exports = {
      serveAdminPanel: false,
      auth: { secret: '${secret()}' },
      apiToken: { salt: '${secret()}' },
      transfer: { token: { salt: '${secret()}' } },
    };`,
    'config/database.js': `module.exports = {
      connection: { client: 'postgres', connection: { connectionString: process.env.DATABASE_URL }, pool: { min: 2, max: 10 } },
    };`,
    'config/middlewares.js': `module.exports = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public']
      .map((name) => 'strapi::' + name);`,
    'src/index.js': `module.exports = {
      async bootstrap({ strapi }) {
        const token = await strapi.service('admin::api-token').create({
          name: 'bench', description: '', type: 'full-access', lifespan: null,
        });
        require('node:fs').writeFileSync(process.env.TOKEN_FILE, token.accessKey);
      },
    };`,
    'src/api/artifact/content-types/artifact/schema.json': JSON.stringify(schema),
    'src/api/artifact/controllers/artifact.js': factory('CoreController'),
    'src/api/artifact/services/artifact.js': factory('CoreService'),
    'src/api/artifact/routes/artifact.js': factory('CoreRouter'),
    'public/robots.txt': '',
    'public/uploads/.gitkeep': '',
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
  await symlink(join(cache, 'strapi', 'node_modules'), join(folder, 'node_modules'));
}

function requestsOf(projectIds: readonly string[], keys: readonly string[]): PeerRequests {
  const fields = LISTED.map((name, index) => `fields[${index}]=${name}`);
  const sort = ORDER.map((name, index) =>
    name.startsWith('-') ? `sort[${index}]=${name.slice(1)}:desc` : `sort[${index}]=${name}:asc`,
  );
  const list = [...fields, ...sort, 'pagination[start]=0', 'pagination[limit]=20'].join('&');
  return {
    list: projectIds.map((id) => ({
      method: 'GET',
      path: `/api/artifacts?filters[project][$eq]=${id}&${list}`,
    })),
    detail: keys.map((key) => ({ method: 'GET', path: `/api/artifacts/${key}` })),
    create: creates(projectIds, (project, name) => ({
      path: '/api/artifacts',
      body: { data: { ...NEW_ROW, project, slug: name, title: name } },
    })),
  };
}
