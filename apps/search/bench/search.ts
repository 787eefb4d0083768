import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { asksForHelp } from '@pks/platform';
import { answering } from './answering.ts';
import { asking } from './asking.ts';
import { indexing } from './indexing.ts';
import { type Measured, measuring } from './measured.ts';

const PARTS: Readonly<Record<string, (measured: Measured) => Promise<string>>> = {
  quality: (measured) => answering(measured),
  'quality-10k': (measured) => answering(measured, 10_000),
  indexing,
  '10k': (measured) => asking(measured, 10_000),
  '100k': (measured) => asking(measured, 100_000),
};

/** The options with which the service is started: a small young generation, and one pool of memory for all threads. */
const LEAN = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  '--max-old-space-size=512',
  '--no-maglev',
  '--no-sparkplug',
  '--expose-gc',
];
const ONE_POOL = { MALLOC_ARENA_MAX: '1' };

const USE = `Use: npm run bench:search [-- --only PART[,PART …]]. The parts are: ${Object.keys(PARTS).join(', ')}.`;

const values = optionsOf(process.argv.slice(2));
const chosen = values.only === undefined ? Object.keys(PARTS) : values.only.split(',');
const unknown = chosen.find((name) => !(name in PARTS));
if (unknown !== undefined) {
  console.error(`There is no part "${unknown}".\n${USE}`);
  process.exitCode = 2;
} else if (values.here) {
  for (const name of chosen) console.log(`${await partOf(name)}\n`);
} else {
  console.log(`Search, on ${availableParallelism()} cores, each part in a process of its own\n`);
  for (const name of chosen) await inItsOwnProcess(name);
}

function optionsOf(args: string[]) {
  if (asksForHelp(args)) {
    console.log(USE);
    process.exit(0);
  }
  try {
    const options = { only: { type: 'string' }, here: { type: 'boolean' } } as const;
    return parseArgs({ args, options }).values;
  } catch {
    console.error(USE);
    process.exit(2);
  }
}

function partOf(name: string): Promise<string> {
  return measuring((measured) => PARTS[name]?.(measured) ?? Promise.resolve(''));
}

/** Measures a part in a process of its own, so that its memory contains nothing that another part left. */
async function inItsOwnProcess(name: string): Promise<void> {
  console.error(`Measuring: ${name}.`);
  const child = spawn(process.execPath, [...LEAN, import.meta.filename, '--here', '--only', name], {
    stdio: 'inherit',
    env: { ...ONE_POOL, ...process.env },
  });
  const stop = (): boolean => child.kill();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (code !== 0) process.exit(1);
}
