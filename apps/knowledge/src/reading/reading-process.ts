import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentFormat } from './document-format.ts';
import type { ReadingLimits } from './reading-limits.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const MAIN = join(HERE, 'child', `main${extname(import.meta.url)}`);

/** The share of the memory limit that the JavaScript heap may use: garbage is collected before the limit is reached. */
const HEAP_SHARE = 0.7;

/** The shell sets limits that the kernel enforces even when the parent has died: seconds of processor time, and no core file. */
const BOUNDED = 'ulimit -c 0; ulimit -t "$0"; exec "$@"';
const PROCESSORS = 4;

/**
 * Starts a process that reads an open file: standard input is the file, answers are written to descriptor 3. It has no environment, may
 * open nothing but its own code, and may start no process.
 */
export function startReading(file: number, format: DocumentFormat, limits: ReadingLimits): ChildProcess {
  const command = [process.execPath, ...confinement(limits), MAIN, format, String(limits.characters)];
  return spawn('/bin/sh', ['-c', BOUNDED, String(Math.ceil(limits.seconds * PROCESSORS)), ...command], {
    cwd: HERE,
    env: {},
    stdio: [file, 'ignore', 'pipe', 'pipe'],
  });
}

/** The limits of the process itself: the files that it may open, its heap, and no generated code. */
export function confinement(limits: ReadingLimits): string[] {
  return [
    '--permission',
    ...readable().map((folder) => `--allow-fs-read=${join(folder, '*')}`),
    '--disallow-code-generation-from-strings',
    '--disable-warning=ExperimentalWarning',
    `--max-old-space-size=${Math.floor(limits.memoryMb * HEAP_SHARE)}`,
  ];
}

/** Its own code, and the folders of packages. */
function readable(): string[] {
  const folders = [HERE];
  for (let folder = HERE; folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules'));
  }
  return folders;
}
