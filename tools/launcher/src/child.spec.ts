import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHECKOUT } from './checkout.ts';

/** A killed process is gone within this time, even on a slow machine. Milliseconds. */
const GONE_WITHIN_MS = 60_000;

/** Runs a shell that ignores signals, as an installation does for half a minute, and prints its process id and that of its child. */
const IGNORING = `
  import { runToTheEnd } from ${JSON.stringify(join(CHECKOUT, 'tools/launcher/child.mjs'))};
  const script = 'trap "" INT TERM; sleep 3600 & echo $$ $!; wait';
  process.exit(await runToTheEnd('sh', ['-c', script], { endsAtOnce: true }));
`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a program that ends at once is killed by the first signal, with what it started', async () => {
  const runner = spawn(process.execPath, ['--input-type=module', '-e', IGNORING], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(runner, 'exit');
  const [line] = (await once(createInterface({ input: runner.stdout }), 'line')) as [string];
  const pids = line.split(' ').map(Number);
  assert.deepEqual(pids.map(isRunning), [true, true]);
  runner.kill('SIGINT');
  assert.deepEqual(await exited, [130, null]);
  const deadline = performance.now() + GONE_WITHIN_MS;
  while (pids.some(isRunning) && performance.now() < deadline) await sleep(10);
  assert.deepEqual(pids.map(isRunning), [false, false]);
});

test('another program decides itself what a signal means', async () => {
  const code = `
    import { runToTheEnd } from ${JSON.stringify(join(CHECKOUT, 'tools/launcher/child.mjs'))};
    const script = 'trap "exit 7" TERM; echo ready; while true; do sleep 0.05; done';
    process.exit(await runToTheEnd('sh', ['-c', script]));
  `;
  const runner = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(runner, 'exit');
  await once(createInterface({ input: runner.stdout }), 'line');
  runner.kill('SIGTERM');
  assert.deepEqual(await exited, [7, null]);
});
