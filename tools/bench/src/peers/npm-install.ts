import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache } from './peer.ts';
import { runProgram } from './program.ts';

/** What npm installs: exact versions, without their install scripts. */
export interface Packages {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Versions of transitive dependencies that replace the requested ones. */
  readonly overrides?: Readonly<Record<string, string>>;
}

const FLAGS = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs packages into a folder of the cache, unless they are there. npm writes the lock file beside them.
 */
export async function installPackages({ folder, say }: Cache, packages: Packages): Promise<void> {
  const target = join(folder, packages.name);
  const manifest = JSON.stringify({ private: true, ...packages }, null, 2);
  const [declared, finished] = [join(target, 'package.json'), join(target, 'installed.json')];
  if (existsSync(finished) && (await readFile(finished, 'utf8')) === manifest) return;
  say(`installing ${packages.name} with npm in ${target}`);
  await rm(join(target, 'node_modules'), { recursive: true, force: true });
  await rm(join(target, 'package-lock.json'), { force: true });
  await mkdir(target, { recursive: true });
  await writeFile(declared, manifest);
  await runProgram('npm', ['install', ...FLAGS], { cwd: target });
  await writeFile(finished, manifest);
}
