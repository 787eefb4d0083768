import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { BoundedLimits } from './bounded-limits.ts';

/** The code of a bounded process. */
export interface BoundedProgram {
  /** The folder of all of its own code. */
  readonly folder: string;
  /** The file in that folder that it runs. */
  readonly main: string;
  /** The arguments of the program, which other users of the machine can read. */
  readonly args: readonly string[];
}

/** The share of the memory limit that the JavaScript heap may use: V8 collects garbage before the process reaches the limit. */
const HEAP_SHARE = 0.7;

/**
 * The shell sets limits that the kernel enforces even after the parent has died: no core file, and two numbers of seconds of processor
 * time. The kernel ends the process with SIGKILL at the first ($0), and with SIGXCPU at the second ($1).
 */
const BOUNDED = 'ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$0"; shift; exec "$@"';
const PROCESSORS = 4;

/**
 * Starts a process that parses hostile input from its standard input, an open file or what the caller writes. It writes its
 * answers to descriptor 3. It has no environment, can open nothing but its own code and packages, and can start no process.
 */
export function startBounded(
  { folder, main, args }: BoundedProgram,
  input: number | 'pipe',
  limits: BoundedLimits,
): ChildProcess {
  const command = [process.execPath, ...confinement(folder, limits), join(folder, main), ...args];
  const most = Math.ceil(limits.seconds * PROCESSORS);
  const processorTimes = [most, limits.processorSeconds ?? most].map(String);
  return spawn('/bin/sh', ['-c', BOUNDED, ...processorTimes, ...command], {
    cwd: folder,
    env: {},
    stdio: [input, 'ignore', 'pipe', 'pipe'],
  });
}

/** The limits of the Node.js process itself: the files that it may open, its heap, and no code generated from strings. */
export function confinement(folder: string, { memoryMb }: Pick<BoundedLimits, 'memoryMb'>): string[] {
  return [
    '--permission',
    ...readable(folder).map((each) => `--allow-fs-read=${join(each, '*')}`),
    '--disallow-code-generation-from-strings',
    '--disable-warning=ExperimentalWarning',
    `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
  ];
}

/** The folders that the process may read: its own code, and packages. */
function readable(own: string): string[] {
  const folders = [own];
  for (let folder = own; folder !== dirname(folder); folder = dirname(folder)) {
    folders.push(join(folder, 'node_modules'));
  }
  return folders;
}
