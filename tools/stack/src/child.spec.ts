import { strict as assert } from 'node:assert';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './child.ts';
import { identify } from './process-identity.ts';

const STOPPED = new Error('It was stopped.');

test('a program that is aborted is killed with what it started', { timeout: 60_000 }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'pks-child-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'pids');
  const stopping = new AbortController();
  const script = 'trap "" TERM; sleep 3600 & echo $$ $! > pids.new; mv pids.new pids; wait';
  const running = run('sh', ['-c', script], { cwd: folder, signal: stopping.signal });
  const pids = (await written(file)).trim().split(' ').map(Number);
  context.after(() =>
    pids.filter((pid) => identify(pid) !== null).forEach((pid) => process.kill(pid, 'SIGKILL')),
  );
  assert.equal(pids.map(identify).includes(null), false);
  stopping.abort(STOPPED);
  await assert.rejects(running, STOPPED);
  while (pids.some((pid) => identify(pid) !== null)) await sleep(10);
});

test('nothing is started once it is aborted', async () => {
  await assert.rejects(run('sh', ['-c', 'exit 0'], { signal: AbortSignal.abort(STOPPED) }), STOPPED);
});

async function written(file: string): Promise<string> {
  for (;;) {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      await sleep(10);
    }
  }
}
