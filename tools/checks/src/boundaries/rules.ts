import { MAY_IMPORT } from '../walls/table.ts';
import { kindOf, type Project } from '../walls/workspace.ts';

const PLACES: Readonly<Record<string, RegExp>> = {
  app: /^apps\/[^/]+$/,
  platform: /^libs\/platform$/,
  console: /^apps\/console$/,
  client: /^libs\/client$/,
  contracts: /^libs\/contracts$/,
  testing: /^libs\/testing$/,
  tools: /^tools\/[^/]+$/,
};

/** Text that starts built services: imports of the functions that do so, and paths into the builds of apps. */
const STARTS =
  /import\s*\{[^}]*\b(startProduct|startFurtherGateway|startStack)\b[^}]*\}\s*from\s*'@pks\/|\bapps\/[a-z]+\/dist\b/;

const VAGUE = /(^|[-.])(utils?|common|misc|helpers?|managers?|impl)\.tsx?$/i;

/** A sentence for each thing that is wrong with a package's tags and declared dependencies. */
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

/** What is wrong with an app or tool whose files start services: Nx needs its dependency on every app to be declared. */
export function judgeStarts(project: Project, texts: readonly string[]): string[] {
  const kind = kindOf(project);
  const declared = project.implicitDependencies.includes('tag:type:app');
  if ((kind !== 'app' && kind !== 'tools') || declared || !texts.some((text) => STARTS.test(text))) return [];
  return [
    `${project.folder} starts services, so its nx.implicitDependencies need "tag:type:app": otherwise Nx neither builds them for its tests nor tests it when they change.`,
  ];
}

/** What is wrong with a package that has specs which nothing runs. */
export function judgeTests({ folder, targets }: Project, paths: readonly string[]): string[] {
  const specs = paths.filter((path) => path.startsWith(`${folder}/`) && /[.-]spec\.[a-z]+$/.test(path));
  const unknown = specs
    .filter((path) => !path.endsWith('.ts'))
    .map((path) => `${path} is run by nothing: specs are .ts files.`);
  if (specs.length === unknown.length || targets.includes('test')) return unknown;
  return [
    ...unknown,
    `${folder} has specs, so its nx.targets need "test": otherwise npm test leaves them out.`,
  ];
}

/** The sentence that says why a file's name is too vague, or null when it is not. */
export function judgeName(path: string): string | null {
  return VAGUE.test(path.slice(path.lastIndexOf('/') + 1))
    ? `${path} has a vague name: name it for its content.`
    : null;
}

function isAllowed(name: string, kinds: readonly string[], projects: readonly Project[]): boolean {
  const target = projects.find((candidate) => candidate.name === name);
  const kind = target === undefined ? null : kindOf(target);
  return kind !== null && kinds.includes(kind);
}
