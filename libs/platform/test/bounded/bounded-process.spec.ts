import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { eventually } from '@pks/testing';
import { startBounded } from '../../src/bounded/bounded-process.ts';

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
