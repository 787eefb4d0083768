import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProjects, ROOT } from '../walls/workspace.ts';
import { variablesOf } from './variables.ts';

const OWN_VARIABLES = ['MALLOC_ARENA_MAX'];

/** Everything wrong with the Dockerfile that can be seen without running it, a sentence each. */
export function judgeDockerfile(text: string = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')): string[] {
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  return [
    ...judgeCopies(instructions),
    ...judgeVariables(instructions),
    ...judgeIgnored(),
    ...(instructions.includes('USER node') ? [] : ['Dockerfile: the image runs as root.']),
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

function judgeVariables(instructions: readonly string[]): string[] {
  const known = variablesOf('gateway');
  return instructions
    .filter((line) => line.startsWith('ENV '))
    .flatMap((line) => [...line.matchAll(/([A-Z0-9_]+)=/g)].map((match) => match[1] ?? ''))
    .filter((name) => !known.has(name) && !OWN_VARIABLES.includes(name))
    .map((name) => `Dockerfile: no configuration knows the variable ${name}.`);
}

/** The sources of the image may not be excluded from its context. */
function judgeIgnored(): string[] {
  const patterns = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  return ['apps/*/src', 'libs/*/src', 'package-lock.json', 'tools/stack/package.json']
    .filter((path) => globSync(path, { cwd: ROOT }).length > 0 && patterns.includes(path))
    .map((path) => `.dockerignore: ${path} is needed in the image.`);
}
