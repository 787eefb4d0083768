import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cache } from './peer.ts';
import { runProgram } from './program.ts';

/** Unpacks Debian packages into a folder of the cache, unless they are there; changes nothing in the system. */
export async function unpackDebian(
  { folder, say }: Cache,
  name: string,
  packages: readonly string[],
): Promise<void> {
  const target = join(folder, name);
  const finished = join(target, 'installed');
  if (existsSync(finished)) return;
  say(`unpacking ${name} from Debian in ${target}`);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await runProgram('apt-get', ['download', '-q', ...packages], { cwd: target });
  for (const file of await readdir(target)) {
    if (file.endsWith('.deb')) await runProgram('dpkg', ['-x', file, 'root'], { cwd: target });
  }
  await writeFile(finished, packages.join('\n'));
}
