import { dirname, relative, resolve, sep } from 'node:path';
import { isTest, MAY_IMPORT, RESTRICTIONS } from './table.ts';
import { kindOf, projectOf, readProjects, ROOT, type Project } from './workspace.ts';

const OURS = /^(@pks\/[^/]+)/;

/** A package's settings may build on those in the root. */
const SETTINGS = /\.config\.(js|mjs|ts)$/;

/** Says in one sentence why a file may not import a module, or null when it may. */
export function judgeImport(
  file: string,
  module: string,
  projects: readonly Project[] = readProjects(),
): string | null {
  const project = projectOf(file, projects);
  if (project === null) return null;
  if (module.startsWith('.')) return judgeRelative(file, module, project);
  const ours = OURS.exec(module)?.[1];
  return ours === undefined ? judgeForeign(file, module) : judgeOurs(file, ours, project, projects);
}

function judgeRelative(file: string, module: string, project: Project): string | null {
  const target = relative(ROOT, resolve(dirname(file), module))
    .split(sep)
    .join('/');
  if (target.startsWith(`${project.folder}/`)) return null;
  if (SETTINGS.test(file) && !target.includes('/')) return null;
  return `A relative import may not leave ${project.folder}: import the package by its name.`;
}

function judgeForeign(file: string, module: string): string | null {
  const path = relative(ROOT, file).split(sep).join('/');
  const restriction = RESTRICTIONS.find(({ modules }) => modules.test(module));
  if (restriction === undefined || restriction.allowedIn.some((place) => place.test(path))) return null;
  return restriction.sentence;
}

function judgeOurs(
  file: string,
  name: string,
  project: Project,
  projects: readonly Project[],
): string | null {
  const target = projects.find((candidate) => candidate.name === name);
  if (target === undefined) return `${name} is no package of this repository.`;
  const [kind, imported] = [kindOf(project), kindOf(target)];
  const row = kind === null ? undefined : MAY_IMPORT[kind];
  if (row === undefined || imported === null)
    return `${row === undefined ? project.folder : target.folder} has no type tag.`;
  if (!mayImport(row, imported, isTest(file))) {
    return `${project.folder} (${kind}) may not import ${name} (${imported})${row.tests.includes(imported) ? ' outside its tests' : ''}.`;
  }
  if (!project.dependencies.includes(name)) return `${project.folder}/package.json does not declare ${name}.`;
  return null;
}

function mayImport(
  row: { code: readonly string[]; tests: readonly string[] },
  kind: string,
  test: boolean,
): boolean {
  return row.code.includes(kind) || (test && row.tests.includes(kind));
}
