import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeCases } from './boundaries/cases.ts';
import { type SourceFile, judgeCircles } from './boundaries/circles.ts';
import { judgeLinks } from './boundaries/links.ts';
import { type LockedPackage, judgeLock } from './boundaries/lock.ts';
import { judgeName, judgeProject, judgeStarts, judgeTests } from './boundaries/rules.ts';
import { type Project, readProjects, ROOT } from './walls/workspace.ts';

/** Specs that contain imports as text. */
const CASES = /^tools\/checks\/.*\.spec\.ts$/;
const CONSOLE = join(ROOT, 'tools/checks/src/console');

const projects = readProjects();
const files = projects.flatMap((project) =>
  globSync(`${project.folder}/**/*.{ts,tsx,mjs,js}`, {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|coverage)(\/|$)/.test(path),
  }).filter((path) => !/\/(node_modules|dist)\//.test(path)),
);
const pages = new Map(
  globSync('{*,{docs,apps,libs,tools}/**/*}.md', {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist)(\/|$)/.test(path),
  }).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]),
);
if (projects.length === 0 || files.length === 0 || pages.size === 0)
  throw new Error('There is nothing to check: a pattern matches nothing.');
const found = [
  ...projects.flatMap((project) => judgeProject(project, projects)),
  ...projects.flatMap((project) => judgeStarts(project, textsOf(project))),
  ...projects.flatMap((project) => judgeTests(project, files)),
  ...projects.flatMap((project) => judgeCircles(`${project.folder}/src`, sourcesOf(project))),
  ...files.flatMap((path) => judgeName(path) ?? []),
  ...judgeCases(consoleChecks(), consoleCases()),
  ...judgeLock(lockedPackages()),
  ...judgeLinks(pages, (path) => existsSync(join(ROOT, path))),
];

for (const sentence of found) console.error(sentence);
console.log(
  `${projects.length} packages, ${files.length} files and ${pages.size} pages checked: ${found.length} problems.`,
);
process.exitCode = found.length === 0 ? 0 : 1;

/** The sources of a package, without the specs of these checks, whose cases contain imports as text. */
function textsOf({ folder }: Project): string[] {
  return files
    .filter((path) => path.startsWith(`${folder}/`) && !CASES.test(path))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
}

/** The sources of a package, without its specs, which may import anything of it. */
function sourcesOf({ folder }: Project): SourceFile[] {
  const src = `${folder}/src/`;
  return files
    .filter((path) => path.startsWith(src) && !/\.(e2e-)?spec\.ts$/.test(path))
    .map((path) => ({ path: path.slice(src.length), text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** The checks of the console, one after another. */
function consoleChecks(): string {
  return globSync('*.smoke.ts', { cwd: CONSOLE })
    .map((name) => readFileSync(join(CONSOLE, name), 'utf8'))
    .join('\n');
}

function consoleCases(): Map<string, string> {
  const names = globSync('*.ts', { cwd: join(CONSOLE, 'cases') });
  return new Map(names.map((name) => [name, readFileSync(join(CONSOLE, 'cases', name), 'utf8')]));
}

function lockedPackages(): Record<string, LockedPackage> {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return lock.packages;
}
