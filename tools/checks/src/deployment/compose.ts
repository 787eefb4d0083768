import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { kindOf, readProjects, ROOT } from '../walls/workspace.ts';
import { judgeConnections } from './connections.ts';
import { judgeNatsAccess, judgeNatsPasswords } from './nats-users.ts';
import { judgeRights } from './rights.ts';
import { variablesOf } from './variables.ts';

interface ComposeService {
  readonly command?: readonly string[];
  readonly build?: string;
  readonly scale?: string;
  readonly environment?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[] };
  readonly logging?: { readonly driver?: string; readonly options?: Readonly<Record<string, unknown>> };
  readonly depends_on?: Readonly<Record<string, { readonly condition?: string }>>;
}

interface ComposeFile {
  readonly services?: Readonly<Record<string, ComposeService>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
}

const PUBLISHED = ['gateway'];
/** Variables without a default: secrets, and addresses that no default can know. */
const REQUIRED = /^(CALLER_SECRET|POSTGRES_PASSWORD|PUBLIC_BASE_URL|(NATS_[A-Z]+|[A-Z]+_DB)_PASSWORD)$/;
/** The variables that are not passed on, each with the reason. */
const LEFT_OUT: readonly (readonly [variables: RegExp, reason: string])[] = [
  [/^DATABASE_URL$/, 'each service has a login, in a variable of its own'],
  [/_NATS_URL$/, 'NATS_URL has the user of the service'],
  [/^EXIT_WITH_PARENT$/, 'a container has no parent process'],
  [/^(HOST|HEALTH_HOST|HEALTH_PORT|NODE_ENV)$/, 'the image sets it'],
];

/** A sentence for everything wrong with docker-compose.yml that can be found without running it. */
export function judgeCompose(
  text: string = readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'),
): string[] {
  const file = parse(text, { merge: true }) as ComposeFile;
  const services = Object.entries(file.services ?? {});
  const apps = readProjects().filter((project) => kindOf(project) === 'app');
  const missing = apps
    .map(({ folder }) => folder.slice('apps/'.length))
    .filter((app) => file.services?.[app] === undefined)
    .map((app) => `docker-compose.yml: the app ${app} is missing.`);
  const found = services.flatMap(([name, service]) => [
    ...judgeApp(name, service),
    ...judgeDependencies(name, service, file),
    ...judgeVolumes(name, service, file),
    ...judgeHealth(name, service),
    ...judgeLog(name, service),
  ]);
  const nats = judgeNatsPasswords(file.services?.['nats']?.environment ?? {});
  const connections = judgeConnections(file.services ?? {});
  return [
    ...missing,
    ...found,
    ...nats,
    ...connections,
    ...judgeSubstitutions(text),
    ...judgeDocumentation(text),
  ];
}

function judgeApp(name: string, service: ComposeService): string[] {
  const at = `docker-compose.yml: ${name}`;
  const published = service.ports === undefined || PUBLISHED.includes(name) ? [] : [`${at} is published.`];
  if (service.build === undefined) return published;
  const program = service.command?.at(-1) ?? '';
  const source = program.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
  const known = variablesOf(name);
  return [
    ...published,
    ...judgeNatsAccess(name, service.environment ?? {}),
    ...(program === `apps/${name}/dist/main.js` && existsSync(join(ROOT, source))
      ? []
      : [`${at} runs ${program}, which no source builds.`]),
    ...Object.keys(service.environment ?? {})
      .filter((variable) => !known.has(variable))
      .map((variable) => `${at} sets ${variable}, which its configuration does not declare.`),
    ...[...known]
      .filter((variable) => !Object.hasOwn(service.environment ?? {}, variable))
      .filter((variable) => !LEFT_OUT.some(([variables]) => variables.test(variable)))
      .map((variable) => `${at} does not pass ${variable} on, which its configuration declares.`),
    ...judgeLogin(at, name, service),
    ...judgeReplicas(at, name, service),
    ...judgeRights(at, service),
  ];
}

/** A variable sets how many replicas of a service run, since each start undoes `--scale`. Only one process can publish a port. */
function judgeReplicas(at: string, name: string, { scale }: ComposeService): string[] {
  const expected = PUBLISHED.includes(name) ? undefined : `\${${name.toUpperCase()}_REPLICAS:-1}`;
  return scale === expected ? [] : [`${at} has the scale ${scale}, not ${expected}.`];
}

/** A service logs in to PostgreSQL as itself, never as a superuser. */
function judgeLogin(at: string, name: string, { environment = {} }: ComposeService): string[] {
  return Object.entries(environment)
    .filter(([variable, value]) => {
      const login = /^postgres:\/\/([^:]+):/.exec(String(value))?.[1];
      return variable.endsWith('DATABASE_URL') && login !== name;
    })
    .map(([variable]) => `${at} is not the login of its ${variable}.`);
}

function judgeDependencies(name: string, service: ComposeService, file: ComposeFile): string[] {
  return Object.entries(service.depends_on ?? {}).flatMap(([other, { condition }]) => {
    const target = file.services?.[other];
    if (target === undefined) return [`docker-compose.yml: ${name} waits for ${other}, which is missing.`];
    const checked = target.healthcheck !== undefined || target.build !== undefined;
    return condition !== 'service_healthy' || checked
      ? []
      : [`docker-compose.yml: ${other} has no healthcheck.`];
  });
}

/** The check must use TCP: on the socket, the server that creates the database is ready before the one that services reach. */
function judgeHealth(name: string, { healthcheck: { test = [] } = {} }: ComposeService): string[] {
  return test.includes('pg_isready') && !test.includes('--host=127.0.0.1')
    ? [`docker-compose.yml: ${name} is healthy while it is still being created.`]
    : [];
}

function judgeVolumes(name: string, service: ComposeService, file: ComposeFile): string[] {
  return (service.volumes ?? []).flatMap((volume) => {
    const source = volume.split(':')[0] ?? '';
    const there = source.startsWith('.')
      ? existsSync(join(ROOT, source))
      : Object.hasOwn(file.volumes ?? {}, source);
    return there ? [] : [`docker-compose.yml: ${name} mounts ${source}, which is missing.`];
  });
}

/** The output of a container is kept up to a limit: by default, Docker would keep all of it. */
function judgeLog(name: string, { logging }: ComposeService): string[] {
  const { 'max-size': size, 'max-file': files } = logging?.options ?? {};
  return logging?.driver === 'local' && size !== undefined && files !== undefined
    ? []
    : [`docker-compose.yml: the log of ${name} grows without a bound.`];
}

/** The page on operations names every variable that can be set. */
function judgeDocumentation(text: string): string[] {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const apps = readProjects().filter((project) => kindOf(project) === 'app');
  const declared = apps.flatMap(({ folder }) => [...variablesOf(folder.slice('apps/'.length))]);
  const substituted = [...text.matchAll(/\$\{([A-Z0-9_]+)/g)].map((match) => match[1] ?? '');
  return [...new Set([...declared, ...substituted])]
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(page))
    .map((name) => `docs/operations.md does not name ${name}.`);
}

/** Required variables have no default, all others have one. */
function judgeSubstitutions(text: string): string[] {
  return [...text.matchAll(/\$\{([A-Z0-9_]+)(:\?|:-)?/g)].flatMap(([, name = '', form]) => {
    if (REQUIRED.test(name)) return form === ':?' ? [] : [`docker-compose.yml: ${name} must be required.`];
    return form === ':-' ? [] : [`docker-compose.yml: ${name} has no default.`];
  });
}
