import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { kindOf, readProjects, ROOT } from '../walls/workspace.ts';
import { variablesOf } from './variables.ts';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: { readonly key: string };
    readonly configMapKeyRef?: { readonly key: string };
  };
}

interface Container {
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
  readonly securityContext?: {
    readonly readOnlyRootFilesystem?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[] };
  };
}

interface Pod {
  readonly securityContext?: { readonly runAsNonRoot?: boolean };
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly template?: { readonly spec: Pod } };
}

interface Kustomization {
  readonly resources: readonly string[];
  readonly configMapGenerator: readonly {
    readonly envs?: readonly string[];
    readonly files?: readonly string[];
  }[];
  readonly patches: readonly { readonly path?: string }[];
}

const FOLDER = 'tools/deployment';
/** Variables that are only parts of others, and that no process reads. */
const PARTS = ['NATS_PASSWORD', 'DATABASE', 'DATABASE_PASSWORD'];
/** The volumes, by the variable that names their folder. */
const VOLUMES = [
  ['BLOB_STORE', 'documents'],
  ['SEARCH_INDEX', 'search'],
] as const;

/** Reads a file of the folder with the manifests. */
export type ReadFile = (file: string) => string;

const readStored: ReadFile = (file) => readFileSync(join(ROOT, FOLDER, file), 'utf8');

/** A sentence for everything wrong with the manifests for Kubernetes that can be found without a cluster. */
export function judgeKubernetes(read: ReadFile = readStored): string[] {
  const kustomization = parse(read('kustomization.yaml')) as Kustomization;
  const manifests = kustomization.resources.flatMap((file) =>
    parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest),
  );
  const apps = readProjects()
    .filter((project) => kindOf(project) === 'app')
    .map(({ folder }) => folder.slice('apps/'.length));
  return [
    ...judgeFiles(kustomization),
    ...apps.flatMap((app) => judgeProcess(app, manifests)),
    ...judgeSettings(read('kubernetes/settings.env'), apps),
    ...judgeSecrets(manifests, read('make-env.sh')),
    ...judgeNats(manifests, read('nats-users.conf')),
    ...judgeDisruptions(manifests),
    ...judgeRights('every process', podOf(parse(read('kubernetes/every-process.yaml')) as Manifest)),
  ].map((sentence) => `${FOLDER}: ${sentence}`);
}

function judgeFiles({ resources, configMapGenerator, patches }: Kustomization): string[] {
  const generated = configMapGenerator.flatMap(({ envs = [], files = [] }) => [...envs, ...files]);
  const patched = patches.flatMap(({ path }) => path ?? []);
  return [...resources, ...generated, ...patched]
    .filter((file) => !existsSync(join(ROOT, FOLDER, file)))
    .map((file) => `${file} is missing.`);
}

function judgeProcess(app: string, manifests: readonly Manifest[]): string[] {
  const manifest = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === app);
  if (manifest === undefined) return [`the app ${app} is missing.`];
  const pod = podOf(manifest);
  const [{ args = [], env = [], volumeMounts = [] } = {}] = pod.containers;
  const known = variablesOf(app);
  const expected = VOLUMES.filter(([variable]) => known.has(variable)).map(([, volume]) => volume);
  const claimed = pod.volumes?.map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName) ?? [];
  const mounted = volumeMounts.map(({ name, mountPath }) => (mountPath === `/${name}` ? name : mountPath));
  return [
    ...(args.at(-1) === `apps/${app}/dist/main.js` ? [] : [`${app} runs ${args.at(-1)}.`]),
    ...env
      .filter(({ name }) => !known.has(name) && !PARTS.includes(name))
      .map(({ name }) => `${app} sets ${name}, which its configuration does not declare.`),
    ...addressesOf(app, known)
      .filter((address) => !env.some(({ name, value }) => `${name}=${value}` === address))
      .map((address) => `${app} has not ${address}.`),
    ...secretsOf(app, known)
      .filter((key) => !env.some(({ valueFrom }) => valueFrom?.secretKeyRef?.key === key))
      .map((key) => `${app} has no ${key}.`),
    ...(sameNames(expected, claimed) && sameNames(expected, mounted)
      ? []
      : [`${app} has not the volumes that it needs, or others.`]),
  ];
}

/** Each process has its own user of NATS, and its own login of PostgreSQL. */
function addressesOf(app: string, known: ReadonlySet<string>): string[] {
  const variable = `${app.toUpperCase()}_DATABASE_URL`;
  return [
    `NATS_URL=nats://${app}:$(NATS_PASSWORD)@nats:4222`,
    ...(known.has(variable) ? [`${variable}=postgres://${app}:$(DATABASE_PASSWORD)@$(DATABASE)`] : []),
  ];
}

function secretsOf(app: string, known: ReadonlySet<string>): string[] {
  const name = app.toUpperCase();
  const login = known.has(`${name}_DATABASE_URL`) ? [`${name}_DB_PASSWORD`] : [];
  return ['CALLER_SECRET', `NATS_${name}_PASSWORD`, ...login];
}

/** A setting must be known to some process, and must be no secret. */
function judgeSettings(text: string, apps: readonly string[]): string[] {
  const known = new Set(apps.flatMap((app) => [...variablesOf(app)]));
  return namesIn(text).flatMap((name) => [
    ...(known.has(name) || PARTS.includes(name) ? [] : [`settings.env has ${name}, which no process reads.`]),
    ...(/SECRET|PASSWORD|KEY/.test(name) ? [`settings.env has the secret ${name}.`] : []),
  ]);
}

function judgeSecrets(manifests: readonly Manifest[], printed: string): string[] {
  const names = namesIn(printed);
  const keys = variablesIn(manifests).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.key ?? []);
  return [...new Set(keys)]
    .filter((key) => !names.includes(key))
    .map((key) => `make-env.sh does not print ${key}.`);
}

/** All passwords that the server takes from its environment must be given there, in quotes. */
function judgeNats(manifests: readonly Manifest[], users: string): string[] {
  const servers = manifests.filter(({ kind }) => kind === 'StatefulSet');
  const env = variablesIn(servers);
  const missing = [...users.matchAll(/password: \$(\S+)/g)]
    .map(([, variable = '']) => variable)
    .filter((variable) => {
      const part = /^"\$\((\w+)\)"$/.exec(env.find(({ name }) => name === variable)?.value ?? '')?.[1];
      return env.find(({ name }) => name === part)?.valueFrom?.secretKeyRef?.key !== variable;
    });
  return [
    ...missing.map((variable) => `nats needs ${variable}, in quotes.`),
    ...servers.flatMap((server) => judgeRights(server.metadata.name, podOf(server))),
  ];
}

function judgeDisruptions(manifests: readonly Manifest[]): string[] {
  const bounded = manifests
    .filter(({ kind }) => kind === 'PodDisruptionBudget')
    .map(({ metadata }) => metadata.name);
  return manifests
    .filter(
      ({ kind, metadata }) => /^(Deployment|StatefulSet)$/.test(kind) && !bounded.includes(metadata.name),
    )
    .map(({ metadata }) => `all of ${metadata.name} may be away at once.`);
}

/** A process must change nothing in its image, and have only the rights of its user, who is not root. */
function judgeRights(name: string, { securityContext, containers }: Pod): string[] {
  const isBound = containers.every(
    ({ securityContext: own }) =>
      own?.readOnlyRootFilesystem === true &&
      own.allowPrivilegeEscalation === false &&
      own.capabilities?.drop?.includes('ALL') === true,
  );
  return isBound && securityContext?.runAsNonRoot === true
    ? []
    : [`${name} has rights that it does not need.`];
}

function podOf({ spec }: Manifest): Pod {
  return spec.template?.spec ?? { containers: [] };
}

function variablesIn(manifests: readonly Manifest[]): Variable[] {
  return manifests.flatMap((manifest) => podOf(manifest).containers.flatMap(({ env = [] }) => env));
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
}

function sameNames(some: readonly unknown[], others: readonly unknown[]): boolean {
  return [...some].sort().join() === [...others].sort().join();
}
