import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProjects, ROOT } from '../walls/workspace.ts';
import { variablesOf } from './variables.ts';

const OWN_VARIABLES = ['MALLOC_ARENA_MAX'];

/** The files that the image is built from. */
const NEEDED = [
  '.npmrc',
  'package*.json',
  'nx.json',
  'tsconfig*.json',
  'apps/*/package.json',
  'apps/*/tsconfig*.json',
  'apps/*/src/**/*.*',
  'apps/console/index.html',
  'apps/console/vite.config.ts',
  'libs/*/package.json',
  'libs/*/tsconfig*.json',
  'libs/*/src/**/*.*',
  'tools/*/package.json',
  'tools/bundle/src/**/*.*',
];
/** Files that operators keep in a checkout: secrets, backups, and data that is being restored. */
export const PRIVATE = [
  '.env',
  '.env.old',
  'project_knowledge.dump',
  'documents/1/2',
  'restored/1/2',
  'keys',
];
const SPEC = /\.spec\.tsx?$/;

/** Regular expressions for the parts of a pattern of .dockerignore; everything else stands for itself. */
const WILD: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** A sentence for everything wrong with the Dockerfile and its context that can be found without building it. */
export function judgeDockerfile(
  text: string = readFileSync(join(ROOT, 'Dockerfile'), 'utf8'),
  ignored: string = readFileSync(join(ROOT, '.dockerignore'), 'utf8'),
): string[] {
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  return [
    ...judgeCopies(instructions),
    ...judgeModes(instructions),
    ...judgePackages(instructions),
    ...judgeVariables(instructions),
    ...judgeIgnored(ignored),
    ...(instructions.includes('USER node') ? [] : ['Dockerfile: the image runs as root.']),
    ...(/^# *syntax *=/m.test(text) ? ['Dockerfile: each build downloads a parser of its own.'] : []),
  ];
}

/** Every path that is copied exists, and every manifest that the lock file expects is copied. */
function judgeCopies(instructions: readonly string[]): string[] {
  const copies = instructions
    .filter((line) => line.startsWith('COPY '))
    .map((line) => line.split(/\s+/).slice(1));
  const stages = new Set(instructions.flatMap((line) => /^FROM \S+ AS (\S+)/.exec(line)?.[1] ?? []));
  const unknownStages = copies.flatMap(([first = '']) => {
    const stage = /^--from=(.+)$/.exec(first)?.[1];
    return stage === undefined || stages.has(stage) ? [] : [`Dockerfile: there is no stage ${stage}.`];
  });
  const sources = copies
    .filter(([first = '']) => !first.startsWith('--'))
    .flatMap((words) => words.slice(0, -1));
  const missing = sources
    .filter((source) => !existsSync(join(ROOT, source)))
    .map((source) => `Dockerfile: ${source} is copied, but does not exist.`);
  const forgotten = readProjects()
    .map((project) => `${project.folder}/package.json`)
    .filter((manifest) => !sources.includes(manifest))
    .map((manifest) => `Dockerfile: ${manifest} is not copied, so npm ci would refuse the lock file.`);
  return [...unknownStages, ...missing, ...forgotten];
}

/** Named paths in packages must exist: otherwise files that were to be removed would stay in the image, unnoticed. */
function judgePackages(instructions: readonly string[]): string[] {
  return instructions
    .flatMap((line) => line.match(/node_modules\/\S+/g) ?? [])
    .filter((path) => !existsSync(join(ROOT, path)))
    .map((path) => `Dockerfile: ${path} is removed, but does not exist.`);
}

/** Files copied from another stage get their modes from that stage's last instruction, not from somebody's checkout. */
function judgeModes(instructions: readonly string[]): string[] {
  const copied = instructions.flatMap((line) => /^COPY --from=(\S+)/.exec(line)?.[1] ?? []);
  return [...new Set(copied)]
    .filter((stage) => !/^RUN .* && chmod -R go=u-w [^&]+$/.test(lastOf(stage, instructions)))
    .map((stage) => `Dockerfile: what is copied from ${stage} may be readable by root alone.`);
}

function lastOf(stage: string, instructions: readonly string[]): string {
  const first = instructions.findIndex((line) => line.startsWith('FROM ') && line.endsWith(` AS ${stage}`));
  const next = instructions.findIndex((line, index) => index > first && line.startsWith('FROM '));
  return instructions.slice(first, next).findLast((line) => line !== '') ?? '';
}

function judgeVariables(instructions: readonly string[]): string[] {
  const known = variablesOf('gateway');
  return instructions
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/([A-Z0-9_]+)=/g)].map((match) => match[1] ?? ''))
    .filter((name) => !known.has(name) && !OWN_VARIABLES.includes(name))
    .map((name) => `Dockerfile: no configuration knows the variable ${name}.`);
}

/** The context must include every file that the image is built from, and no private file. The last pattern that matches a file decides. */
function judgeIgnored(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#')).map(ruleOf);
  const isIgnored = (file: string): boolean =>
    rules.findLast(({ pattern }) => pattern.test(file))?.excludes ?? false;
  const given = PRIVATE.filter((file) => !isIgnored(file)).map(
    (file) => `.dockerignore: ${file} is given to each build.`,
  );
  const missing = NEEDED.flatMap((needed) => {
    const files = globSync(needed, { cwd: ROOT }).filter((file) => !SPEC.test(file));
    if (files.length === 0) return [`.dockerignore: nothing is at ${needed}, which the image needs.`];
    const excluded = files.find(isIgnored);
    return excluded === undefined ? [] : [`.dockerignore: ${excluded} is needed in the image.`];
  });
  return [...given, ...missing];
}

/** A line of .dockerignore as Docker reads it: relative to the root of the context, including everything below the named path. */
function ruleOf(line: string): { readonly pattern: RegExp; readonly excludes: boolean } {
  const path = line.replaceAll(/^!?\/*|\/+$/g, '');
  const source = path.replaceAll(/\*\*\/?|[*?.+^$(){}|]/g, (part) => WILD[part] ?? `\\${part}`);
  return { pattern: new RegExp(`^${source}(?:/.*)?$`), excludes: !line.startsWith('!') };
}
