import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECKOUT } from './checkout.ts';
import { runTool } from './tools.ts';
import { tell } from './terminal.ts';

const SOURCES = [
  'package-lock.json',
  'tsconfig.base.json',
  'nx.json',
  '{apps,libs}/*/{package.json,tsconfig*.json,src/**/*.ts}',
];
const STAMP = join(CHECKOUT, 'node_modules/.cache/project-knowledge/build');

/** Builds every app and library, unless nothing has changed since the last time. */
export async function build(report: (sentence: string) => void = tell): Promise<void> {
  const state = stateOfSources();
  if (isBuilt(state)) return;
  report('Building.');
  const began = Date.now();
  const code = await runTool('nx', ['run-many', '-t', 'build', '--outputStyle=static'], {
    quietUnlessFailing: true,
  });
  if (code !== 0) throw new Error('The build failed; what it said is above.');
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, state);
  report(`Built in ${((Date.now() - began) / 1_000).toFixed(1)} s.`);
}

function isBuilt(state: string): boolean {
  const results = globSync('{apps,libs}/*/tsconfig.build.json', { cwd: CHECKOUT }).map((file) => {
    const entry = file.startsWith('apps') ? 'dist/main.js' : 'dist/index.js';
    return existsSync(join(CHECKOUT, dirname(file), entry));
  });
  return results.every(Boolean) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === state;
}

function stateOfSources(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: CHECKOUT })).sort()) {
    const { size, mtimeMs } = statSync(join(CHECKOUT, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}
