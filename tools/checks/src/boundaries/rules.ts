import { MAY_IMPORT } from '../walls/table.ts';
import { kindOf, type Project } from '../walls/workspace.ts';

const PLACES: Readonly<Record<string, RegExp>> = {
  app: /^apps\/[^/]+$/,
  platform: /^libs\/platform$/,
  contracts: /^libs\/contracts$/,
  testing: /^libs\/testing$/,
  tools: /^tools\/[^/]+$/,
  e2e: /^e2e$/,
};

const VAGUE = /(^|[-.])(utils?|common|misc|helpers?|managers?|impl)\.ts$/i;

/** Everything that is wrong with a package's tags and declared dependencies, a sentence each. */
export function judgeProject(project: Project, projects: readonly Project[]): string[] {
  const kind = kindOf(project);
  const row = kind === null ? undefined : MAY_IMPORT[kind];
  if (kind === null || row === undefined) {
    return [
      `${project.folder}/package.json needs exactly one known type tag, such as "type:app"; it has: ${project.tags.join(', ') || 'none'}.`,
    ];
  }
  const misplaced =
    PLACES[kind]?.test(project.folder) === true ? [] : [`${project.folder} is no place for type:${kind}.`];
  const foreign = project.dependencies
    .filter((name) => name.startsWith('@pks/'))
    .filter((name) => !isAllowed(name, [...row.code, ...row.tests], projects))
    .map((name) => `${project.folder} (${kind}) may not depend on ${name}.`);
  return [...misplaced, ...foreign];
}

/** Says why a file's name says nothing, or null when it says enough. */
export function judgeName(path: string): string | null {
  return VAGUE.test(path.slice(path.lastIndexOf('/') + 1))
    ? `${path} is named for nothing that it holds.`
    : null;
}

function isAllowed(name: string, kinds: readonly string[], projects: readonly Project[]): boolean {
  const target = projects.find((candidate) => candidate.name === name);
  const kind = target === undefined ? null : kindOf(target);
  return kind !== null && kinds.includes(kind);
}
