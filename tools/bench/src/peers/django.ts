import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { creates } from './creates.ts';
import { unpackDebian } from './debian-install.ts';
import { type Peer, type PeerRequests, type RunningPeer, type Site } from './peer.ts';
import { runProgram, startServer } from './program.ts';
import { NEW_ROW, fill } from './table.ts';

const PACKAGES = [
  'python3-django',
  'python3-djangorestframework',
  'python3-gunicorn',
  'python3-psycopg2',
  'python3-asgiref',
  'python3-sqlparse',
  'python3-tz',
  'libpq5',
];
const PYTHON = '/usr/bin/python3';
const PROJECT = fileURLToPath(new URL('django', import.meta.url));
const VERSIONS =
  'import django, rest_framework, gunicorn, psycopg2; print(f"Django {django.__version__}, REST framework {rest_framework.VERSION} and gunicorn {gunicorn.__version__}")';
const WORKERS = 2 * availableParallelism() + 1;
const THREADS = 4;

/** Django REST framework with gunicorn, from Debian packages. */
export const django: Peer = {
  name: 'Django REST framework',
  install: (cache) => unpackDebian(cache, 'django', PACKAGES),
  start: startDjango,
};

function pathsIn(cache: string): Record<string, string> {
  const root = join(cache, 'django', 'root', 'usr', 'lib');
  return {
    PYTHONPATH: [join(root, 'python3', 'dist-packages'), PROJECT].join(':'),
    LD_LIBRARY_PATH: join(root, `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`),
    PYTHONDONTWRITEBYTECODE: '1',
    DJANGO_SETTINGS_MODULE: 'settings',
  };
}

async function startDjango(site: Site): Promise<RunningPeer> {
  const origin = `http://127.0.0.1:${site.port}`;
  const env = { ...pathsIn(site.cache), DATABASE_URL: site.databaseUrl };
  const versions = await runProgram(PYTHON, ['-c', VERSIONS], { cwd: site.folder, env });
  const output = await runProgram(PYTHON, [join(PROJECT, 'prepare.py')], { cwd: site.folder, env });
  const token = output.split('\n').at(-1) ?? '';
  const added = { id: 'gen_random_uuid()', created_at: 'now()', updated_at: 'now()' };
  const keys = await fill({ ...site, added, key: 'id' });
  const workers = ['--workers', String(WORKERS), '--worker-class', 'gthread', '--threads', String(THREADS)];
  const server = await startServer(
    PYTHON,
    ['-m', 'gunicorn', ...workers, '--bind', `127.0.0.1:${site.port}`, '--access-logfile', '-', 'wsgi'],
    { cwd: site.folder, env, address: `${origin}/health/` },
  );
  const setup = `${versions} of Debian: ${WORKERS} workers of ${THREADS} threads, DEBUG off, persistent connections to PostgreSQL, the token of a superuser`;
  return { ...server, setup, origin, token, requests: requestsOf(site.projectIds, keys) };
}

function requestsOf(projectIds: readonly string[], keys: readonly string[]): PeerRequests {
  return {
    list: projectIds.map((id) => ({ method: 'GET', path: `/artifacts/?project=${id}&limit=20` })),
    detail: keys.map((key) => ({ method: 'GET', path: `/artifacts/${key}/` })),
    create: creates(projectIds, (project, name) => ({
      path: '/artifacts/',
      body: { ...NEW_ROW, project, slug: name, title: name },
    })),
  };
}
