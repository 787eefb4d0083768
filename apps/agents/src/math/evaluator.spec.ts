import { ChildProcess } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { Evaluator } from './evaluator.ts';

it('an expression whose process cannot be started, and has no streams, fails for that reason', async () => {
  const child = new ChildProcess();
  process.nextTick(() => child.emit('error', new Error('spawn /bin/sh EMFILE')));
  const evaluator = new Evaluator({ seconds: 5, memoryMb: 256 }, child);
  const { signal } = new AbortController();
  await expect(evaluator.evaluate('1 + 1', signal)).rejects.toThrow('spawn /bin/sh EMFILE');
  await evaluator.ended;
  expect(evaluator.isUsable).toBe(false);
});
