import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
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

/** A supervisor whose clock advances by a minute with each start; `failing` says which starts fail. */
function withSlowStarts(t: TestContext, failing: readonly boolean[]) {
  const now = performance.now.bind(performance);
  const [starts, reported]: [boolean[], string[]] = [[...failing], []];
  let later = 0;
  t.mock.method(performance, 'now', () => now() + later);
  const supervisor = new Supervisor({
    restart: async () => {
      later += 61_000;
      if (starts.shift() === true) throw new Error('It is not ready after a minute.');
    },
    report: (sentence) => reported.push(sentence),
    signal: new AbortController().signal,
    firstWaitMs: 10,
  });
  return { supervisor, reported, pass: (ms: number) => void (later += ms) };
}

test('what cannot be started is tried again, each time after a longer delay, however long it took', async (t) => {
  const { supervisor, reported } = withSlowStarts(t, [true, true, false]);
  await supervisor.ended('knowledge', 1);
  assert.deepEqual(reported, [
    'knowledge ended (code 1): starting it again in 0.01 s.',
    'knowledge could not be started, and is tried again in 0.02 s: It is not ready after a minute.',
    'knowledge could not be started, and is tried again in 0.04 s: It is not ready after a minute.',
  ]);
});

test('what ran for a minute after its start begins with the first delay again', async (t) => {
  const { supervisor, reported, pass } = withSlowStarts(t, []);
  for (const ms of [59_000, 61_000, 0]) {
    await supervisor.ended('knowledge', 1);
    pass(ms);
  }
  const waits = reported.map((sentence) => /in (\S+) s/.exec(sentence)?.[1]);
  assert.deepEqual(waits, ['0.01', '0.02', '0.01']);
});
