import { locateNatsServer } from '@pks/stack';
import { runNx, stopNx } from './nx.ts';
import { report } from './terminal.ts';

/** Three projects at a time: many tests wait for a process or for a time to pass, and leave the processor to others. */
const EVERY_TEST = ['run-many', '-t', 'test', '--outputStyle=stream', '--parallel=3'];

/** Runs the tests of every project, or what Nx's arguments choose of them. Exits with the code of Nx. */
export async function test(args: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopNx);
  report(`NATS server: ${await locateNatsServer(report)}`);
  process.exitCode = await runNx([...EVERY_TEST, ...args]);
  report(process.exitCode === 0 ? 'All tests passed.' : 'Tests failed; their output is above.');
}
