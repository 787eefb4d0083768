import { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@pks/testing';
import { startBounded } from '../../src/bounded/bounded-process.ts';
import { BoundedRun } from '../../src/bounded/bounded-run.ts';

it('the kernel limits the processor time of a bounded process, which complains of nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pks-bounded-'));
  await writeFile(join(folder, 'main.mjs'), 'process.stdin.resume();');
  const program = { folder, main: 'main.mjs', args: [] };
  const child = startBounded(program, 'pipe', { seconds: 30, processorSeconds: 90, memoryMb: 100 });
  let complaints = '';
  child.stderr?.on('data', (piece: Buffer) => (complaints += piece.toString()));
  const limits = () => readFile(`/proc/${child.pid}/limits`, 'utf8');
  await eventually('they are set', async () => /^Max cpu time +90 +120 +seconds/m.test(await limits()));
  child.stdin?.end();
  await once(child, 'close');
  await rm(folder, { recursive: true });
  expect(complaints).toBe('');
});

it('the run of a process that cannot be started, and has no streams, fails for that reason', async () => {
  const child = new ChildProcess();
  process.nextTick(() => child.emit('error', new Error('spawn /bin/sh EMFILE')));
  const { result } = new BoundedRun(child, {
    limits: { seconds: 5, memoryMb: 100 },
    mostBytes: 1_000,
    subject: 'The file',
    answers: { begun: false, take: () => true, outcome: () => undefined },
    refusal: (sentence) => new Error(sentence),
  });
  await expect(result).rejects.toThrow('spawn /bin/sh EMFILE');
});
