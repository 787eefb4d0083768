import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '@pks/stack';
import { startWatched } from './watched.ts';

/** A stack that reports what is restarted. */
function aStack(startedAgain: (name: string) => void): Stack {
  return {
    baseUrl: '',
    databaseUrl: '',
    databaseUrls: {},
    natsUrls: {},
    mailUrl: null,
    servers: {},
    services: {},
    start: async (name) => startedAgain(name),
    stop: async () => undefined,
  };
}

test('what ends while the rest is being started is started again when that is done', async () => {
  const said: string[] = [];
  const restarted = Promise.withResolvers<Stack>();
  const stack = aStack((name) => said.push(`start ${name}`));
  const watched = await startWatched(
    { directory: '/nowhere', signal: new AbortController().signal },
    {
      report: (sentence) => said.push(sentence),
      onRestart: restarted.resolve,
      firstWaitMs: 1,
      start: async ({ onEnd }) => {
        onEnd?.('nats', 1);
        // Longer than the delay of the first restart.
        await sleep(50);
        said.push('the rest is there');
        return stack;
      },
    },
  );
  assert.equal(watched, stack);
  assert.equal(await restarted.promise, stack);
  assert.deepEqual(said, [
    'nats ended (code 1): starting it again in 0.001 s.',
    'the rest is there',
    'start nats',
  ]);
});

test('what runs again is not started a second time because nothing can be noted about it', async () => {
  const said: string[] = [];
  const reported = Promise.withResolvers<void>();
  const stack = aStack((name) => said.push(`start ${name}`));
  await startWatched(
    { directory: '/nowhere', signal: new AbortController().signal },
    {
      report: (sentence) => {
        said.push(sentence);
        if (said.length === 3) reported.resolve();
      },
      onRestart: () => {
        throw new Error('no space left on device');
      },
      firstWaitMs: 1,
      start: async ({ onEnd }) => {
        setTimeout(() => onEnd?.('search', 1), 1);
        return stack;
      },
    },
  );
  await reported.promise;
  // Longer than the delay of a second restart.
  await sleep(50);
  assert.deepEqual(said, [
    'search ended (code 1): starting it again in 0.001 s.',
    'start search',
    'search runs again, but its address could not be noted: no space left on device',
  ]);
});
