import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { locateNatsServer } from '@pks/stack';
import { BUILD } from './build.ts';
import { CHECKOUT } from './checkout.ts';
import { openMemoryFolder } from './memory-folder.ts';
import { runNx, stopNx } from './nx.ts';
import { report } from './terminal.ts';

const TESTS = ['run-many', '-t', 'test', '--outputStyle=stream'];
/** Tests that each load a whole product. Beside other tests or each other, they would measure the machine instead of how long users wait. */
const LOADS = '@pks/abuse,@pks/chaos';
/**
 * Runs two or three projects at a time: many tests wait for a process or for a time to pass, and leave the processor to others. With
 * more projects than processors, each takes so long that its requests come too late.
 */
const AT_ONCE = `--parallel=${Math.min(Math.max(availableParallelism(), 2), 3)}`;
const EVERY_TEST = [
  [...TESTS, AT_ONCE, `--exclude=${LOADS}`],
  [...TESTS, '--parallel=1', `--projects=${LOADS}`],
];

/** Tests start services a hundred times: Node's compiled code of them is cached here. */
const COMPILED = join(CHECKOUT, 'node_modules/.cache/project-knowledge/compiled');

/** Runs the tests of every project, or what Nx's arguments choose of them. Exits with 1 when one failed. */
export async function test(args: readonly string[]): Promise<void> {
  const stopping = new AbortController();
  stopping.signal.addEventListener('abort', stopNx);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new Error('It was stopped.')));
  process.env['NODE_COMPILE_CACHE'] ??= COMPILED;
  const nats = await locateNatsServer(report, stopping.signal);
  // Tests start a NATS server hundreds of times, and need not locate it each time.
  process.env['NATS_SERVER_BIN'] = nats;
  report(`NATS server: ${nats}`);
  const folder = openMemoryFolder();
  if (folder !== null) process.env['TMPDIR'] = folder.path;
  const runs = args.length === 0 ? EVERY_TEST : [[...TESTS, AT_ONCE, ...args]];
  for (const run of runs) {
    if (stopping.signal.aborted || (await runNx(run)) !== 0) process.exitCode = 1;
  }
  if (args.length === 0 && !stopping.signal.aborted && (await inBrowser(stopping.signal)) !== 0)
    process.exitCode = 1;
  folder?.remove();
  report(process.exitCode === undefined ? 'All tests passed.' : 'Tests failed; their output is above.');
}

/** A case that hangs fails after twenty minutes, and nothing that a case leaves running keeps the process alive. */
const BOUNDED = ['--test-timeout=1200000', '--test-force-exit'];
/** A case waits for a fourth of its time, so two of them share the processors. */
const TWO_AT_ONCE = '--test-concurrency=2';

/** Tests the console in Chromium, in two halves, each on a product of its own; without Chromium, the output says so. */
async function inBrowser(signal: AbortSignal): Promise<unknown> {
  if ((await runNx(BUILD, { quiet: true })) !== 0) return 1;
  const args = ['--test', TWO_AT_ONCE, ...BOUNDED, 'tools/checks/src/console/*.smoke.ts'];
  const child = spawn(process.execPath, args, { stdio: 'inherit' });
  signal.addEventListener('abort', () => child.kill());
  return new Promise((resolve) => child.once('close', resolve));
}
