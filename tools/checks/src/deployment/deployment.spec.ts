import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../walls/workspace.ts';
import { judgeCompose } from './compose.ts';
import { judgeDockerfile, PRIVATE } from './dockerfile.ts';
import { judgeNatsUsers } from './nats-users.ts';

const compose = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');

function newIn(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((sentence) => !before.includes(sentence));
}

const COMPOSE_FAULTS = [
  ['an unknown variable', 'ASSISTANT_NAME:', 'ASISTANT_NAME:'],
  ['a variable of the gateway that is not passed on', '      OAUTH_ISSUERS: ${OAUTH_ISSUERS:-}\n', ''],
  ['a variable of services that is not passed on', '  MAX_QUEUED_REQUESTS: ${MAX_QUEUED_REQUESTS:-}\n', ''],
  ['a variable of another service', '      REGION:', '      MAIL_FROM: ${MAIL_FROM:-}\n      REGION:'],
  [
    'a variable that another kind of service inherits',
    '      REGION:',
    '      MIGRATE_ON_START: ${MIGRATE_ON_START:-}\n      REGION:',
  ],
  ['a program that no source builds', 'apps/knowledge/dist/main.js]', 'apps/knowledge/dist/mian.js]'],
  ['a file that is missing', './tools/deployment/nats.conf', './tools/deployment/nuts.conf'],
  ['a secret with a default', '${CALLER_SECRET:?', '${CALLER_SECRET:-'],
  ['a password with a default', 'NATS_GATEWAY_PASSWORD:?', 'NATS_GATEWAY_PASSWORD:-'],
  ['a password that the server would read as a number', '"${NATS_GATEWAY', '${NATS_GATEWAY'],
  ["a service with another one's user", 'nats://feedback:', 'nats://identity:'],
  ['an address with a default', '${PUBLIC_BASE_URL:?', '${PUBLIC_BASE_URL:-'],
  ['a service that is a superuser', 'postgres://feedback:', 'postgres://postgres:'],
  ['a password with a default', '${FEEDBACK_DB_PASSWORD:?', '${FEEDBACK_DB_PASSWORD:-'],
  ['a service that is missing', 'nats: { condition', 'nuts: { condition'],
  ['a variable that the documentation does not name', '${REGION:-}', '${RIGION:-}'],
  ['a database that is healthy while it is being created', ' --host=127.0.0.1,', ''],
  ['a database that is published', '    shm_size: 256mb', "    ports: ['5432:5432']"],
  ['a database that refuses the connections of a rollout', 'max_connections=300', 'max_connections=250'],
  ['a service with one process for ever', '    scale: ${KNOWLEDGE_REPLICAS:-1}\n', ''],
  ["a service with another one's replicas", '${SEARCH_REPLICAS', '${KNOWLEDGE_REPLICAS'],
  ['several processes at one port', '    ports:', '    scale: ${SEARCH_REPLICAS:-1}\n    ports:'],
  ['programs that can be changed', '  read_only: true\n', ''],
  ['no place for temporary files', '  tmpfs: [/tmp]\n', ''],
  ['capabilities that nobody needs', '  cap_drop: [ALL]\n', ''],
  ['rights that a user gets by a program', '  security_opt:', '  x-security_opt:'],
  ['logs without a bound', '    logging: *logging\n', ''],
  ['logs that do not rotate', 'driver: local', 'driver: json-file'],
  ['logs of any size', 'max-size: 50m, ', ''],
  ['a database with the connections of its default', ' -c, max_connections=300,', ''],
] as const;

for (const [name, part, fault] of COMPOSE_FAULTS) {
  test(`docker-compose.yml: sees ${name}`, () => {
    assert.ok(compose.includes(part));
    assert.notDeepEqual(newIn(judgeCompose(compose), judgeCompose(compose.replaceAll(part, fault))), []);
  });
}

const DOCKERFILE_FAULTS = [
  ['a path that is missing', 'COPY libs libs', 'COPY lib libs'],
  ['a manifest that is forgotten', 'COPY tools/stack/package.json tools/stack/\n', ''],
  ['a stage that is missing', '--from=build', '--from=built'],
  ['an unknown variable', 'HEALTH_PORT=', 'HEALT_PORT='],
  ['an image that runs as root', 'USER node\n', ''],
  ['a file of a package that is no longer there', 'model.fp16.safetensors', 'model.fp32.safetensors'],
  ['a parser that each build downloads', '# One image', '# syntax=docker/dockerfile:1\n# One image'],
  ['programs that only root can read', ' \\\n  && chmod -R go=u-w apps libs', ''],
  ['packages that only root can read', ' \\\n  && chmod -R go=u-w /app', ''],
  [
    'files that are copied after the modes were set',
    '-R go=u-w apps libs\n',
    '-R go=u-w apps libs\nCOPY libs libs\n',
  ],
] as const;

for (const [name, part, fault] of DOCKERFILE_FAULTS) {
  test(`Dockerfile: sees ${name}`, () => {
    assert.ok(dockerfile.includes(part));
    assert.notDeepEqual(
      newIn(judgeDockerfile(dockerfile), judgeDockerfile(dockerfile.replace(part, fault))),
      [],
    );
  });
}

const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8');

/** What the check newly reports once .dockerignore has further lines at its end. */
function saidWith(...lines: readonly string[]): string[] {
  const longer = [ignored.trimEnd(), ...lines, ''].join('\n');
  return newIn(judgeDockerfile(dockerfile, ignored), judgeDockerfile(dockerfile, longer));
}

const EXCLUDING = [
  'apps',
  '/apps',
  'apps/*/src/',
  'apps/gateway/src/openapi',
  'libs/*',
  '**/src',
  '**/*.css',
  '*.json',
  'tools/stack/package.json',
  '.npm?c',
];

for (const line of EXCLUDING)
  test(`.dockerignore: sees that ${line} excludes what is needed`, () =>
    assert.notDeepEqual(saidWith(line), []));

test('.dockerignore: may exclude what is not needed, and what a later line includes again', () => {
  assert.deepEqual(saidWith('src', 'app', '*.md', '**/jest.config.js', '# apps', 'tools/stack/src'), []);
  assert.deepEqual(saidWith('apps', '!apps'), []);
  assert.notDeepEqual(saidWith('!apps', 'apps'), []);
});

test('.dockerignore: excludes what is private', () => assert.notDeepEqual(saidWith('!.env'), []));

const inRepository = existsSync(join(ROOT, '.git'));
test('.gitignore: nothing private is added to a commit', { skip: !inRepository }, () => {
  const ignored = execFileSync('git', ['check-ignore', ...PRIVATE], { cwd: ROOT, encoding: 'utf8' });
  assert.deepEqual(ignored.trim().split('\n'), PRIVATE);
});

const users = readFileSync(join(ROOT, 'tools/deployment/nats-users.conf'), 'utf8');

test('nats-users.conf: is what the contracts declare', () => assert.deepEqual(judgeNatsUsers(users), []));

test('nats-users.conf: sees a permission too many', () => {
  const granted = users.replace('"_INBOX.gateway.>"', '"_INBOX.>"');
  assert.notEqual(granted, users);
  assert.equal(judgeNatsUsers(granted).length, 1);
});

/** The variables and values that make-env.sh prints. */
function printed(...args: readonly string[]): Map<string, string> {
  const text = execFileSync(join(ROOT, 'tools/deployment/make-env.sh'), args, { encoding: 'utf8' });
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

test('make-env.sh: prints everything that docker-compose.yml requires, and the servers of NATS on Kubernetes, each secret another', () => {
  const required = new Set([...compose.matchAll(/\$\{([A-Z0-9_]+):\?/g)].map(([, name]) => name));
  const env = printed('https://knowledge.example.test/api/v1');
  assert.deepEqual(new Set(env.keys()), required.add('NATS_CLUSTER_PASSWORD'));
  assert.equal(env.get('PUBLIC_BASE_URL'), 'https://knowledge.example.test/api/v1');
  env.delete('PUBLIC_BASE_URL');
  const secrets = [...env.values(), printed().get('CALLER_SECRET')];
  assert.equal(new Set(secrets).size, env.size + 1);
  for (const secret of secrets) assert.match(String(secret), /^[0-9a-f]{64}$/);
});

test('make-env.sh: as it is run by all instructions, nobody else can read the secrets, from the first one on', (context) => {
  const pages = ['docs/operations.md', 'docker-compose.yml', 'tools/deployment/make-env.sh'];
  const commands = pages.flatMap(
    (page) => readFileSync(join(ROOT, page), 'utf8').match(/^.*make-env\.sh.* > \.env\b.*$/gm) ?? [],
  );
  assert.equal(commands.length, 4);
  for (const command of commands.map((line) => line.replace(/^#\s*/, ''))) {
    const folder = mkdtempSync(join(tmpdir(), 'make-env-'));
    context.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'tools/deployment'), { recursive: true });
    const script = join(folder, 'tools/deployment/make-env.sh');
    writeFileSync(script, '#!/bin/sh\nls -l .env\n', { mode: 0o755 });
    execFileSync('/bin/sh', ['-c', `umask 022; ${command}`], { cwd: folder });
    assert.match(readFileSync(join(folder, '.env'), 'utf8'), /^-rw-------/, command);
  }
});
