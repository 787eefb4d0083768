import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeName, judgeProject } from './boundaries/rules.ts';
import { judgeImport } from './walls/judge.ts';
import { readProjects, ROOT } from './walls/workspace.ts';

const IMPORTS = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*['"]([^'"]+)['"]/g;

const projects = readProjects();
const files = projects.flatMap((project) =>
  globSync(`${project.folder}/**/*.{ts,mjs,js}`, {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist|coverage)(\/|$)/.test(path),
  }).filter((path) => !/\/(node_modules|dist)\//.test(path)),
);
const found = [
  ...projects.flatMap((project) => judgeProject(project, projects)),
  ...files.flatMap((path) => judgeName(path) ?? []),
  ...files.filter((path) => !path.endsWith('walls.spec.ts')).flatMap(judgeFile),
];

for (const sentence of found) console.error(sentence);
console.log(
  `${projects.length} packages and ${files.length} files looked at: ${found.length} outside the walls.`,
);
process.exitCode = found.length === 0 ? 0 : 1;

/** Reads the imports as text too, so that a file which lint does not parse is not left out. */
function judgeFile(path: string): string[] {
  const file = join(ROOT, path);
  const modules = [...readFileSync(file, 'utf8').matchAll(IMPORTS)].map((match) => match[1] ?? '');
  return modules.flatMap((module) => {
    const sentence = judgeImport(file, module, projects);
    return sentence === null ? [] : [`${path}: ${sentence}`];
  });
}
