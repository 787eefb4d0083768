import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Supervisor } from './supervisor.ts';

test('starts what ended again, and waits longer when it ends soon after', async () => {
  const [started, told]: [string[], string[]] = [[], []];
  const supervisor = new Supervisor({
    restart: async (name) => void started.push(name),
    tell: (sentence) => told.push(sentence),
    signal: new AbortController().signal,
    firstWaitMs: 10,
  });
  await supervisor.ended('knowledge', 1);
  await supervisor.ended('knowledge', null);
  assert.deepEqual(started, ['knowledge', 'knowledge']);
  assert.deepEqual(told, [
    'knowledge ended (code 1): starting it again in 0.01 s.',
    'knowledge ended (by a signal): starting it again in 0.02 s.',
  ]);
});
