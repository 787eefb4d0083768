import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Supervisor } from './supervisor.ts';

test('restarts what exited, after a longer delay when it soon exits again', async () => {
  const [started, reported]: [string[], string[]] = [[], []];
  const supervisor = new Supervisor({
    restart: async (name) => void started.push(name),
    report: (sentence) => reported.push(sentence),
    signal: new AbortController().signal,
    firstWaitMs: 10,
  });
  await supervisor.ended('knowledge', 1);
  await supervisor.ended('knowledge', null);
  assert.deepEqual(started, ['knowledge', 'knowledge']);
  assert.deepEqual(reported, [
    'knowledge ended (code 1): starting it again in 0.01 s.',
    'knowledge ended (by a signal): starting it again in 0.02 s.',
  ]);
});
