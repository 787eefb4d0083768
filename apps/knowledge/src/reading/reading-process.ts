import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentFormat } from './document-format.ts';
import type { ReadingLimits } from './reading-limits.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const MAIN = join(HERE, 'child', `main${extname(import.meta.url)}`);

/** Of the memory allowed, so much may be JavaScript's own: it is collected harder before the rest is reached. */
const HEAP_SHARE = 0.7;

/** The shell only sets what the kernel holds it to, should nobody be left to end it: seconds of processor time, and no core file. */
const BOUNDED = 'ulimit -c 0; ulimit -t "$0"; exec "$@"';
const PROCESSORS = 4;

/**
 * Starts a process that reads an open file: standard input is the file, the answers come from descriptor 3. It has no environment, may
 * open nothing but its own code, and may start nothing.
 */
export function startReading(file: number, format: DocumentFormat, limits: ReadingLimits): ChildProcess {
  const command = [process.execPath, ...confinement(limits), MAIN, format, String(limits.characters)];
  return spawn('/bin/sh', ['-c', BOUNDED, String(Math.ceil(limits.seconds * PROCESSORS)), ...command], {
    cwd: HERE,
    env: {},
    stdio: [file, 'ignore', 'pipe', 'pipe'],
  });
}

/** What bounds the process itself: the files that it may open, its heap, and no code but its own. */
export function confinement(limits: ReadingLimits): string[] {
  return [
    '--permission',
    ...readable().map((folder) => `--allow-fs-read=${join(folder, '*')}`),
    '--disallow-code-generation-from-strings',
    '--disable-warning=ExperimentalWarning',
    `--max-old-space-size=${Math.floor(limits.memoryMb * HEAP_SHARE)}`,
  ];
}

/** Its own code, and where packages may be. */
function readable(): string[] {
  const folders = [HERE];
  for (let folder = HERE; folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules'));
  }
  return folders;
}
