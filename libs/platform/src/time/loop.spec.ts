import { expect, it } from '@jest/globals';
import { Loop } from './loop.ts';

/** Longer than any test. Milliseconds. */
const FOR_EVER = 60 * 60_000;

it('a loop takes the next step at once, or after a wait, until it is closed', async () => {
  const waits = [0, 1, 0];
  const waiting = Promise.withResolvers<void>();
  const loop = new Loop();
  loop.open(async () => {
    const wait = waits.shift();
    if (wait === undefined) waiting.resolve();
    return wait ?? FOR_EVER;
  });
  await waiting.promise;
  await loop.close();
  expect(waits).toEqual([]);
});

it('a loop that is rung does not wait', async () => {
  const rung = Promise.withResolvers<void>();
  const loop = new Loop();
  let steps = 0;
  loop.open(async () => {
    steps += 1;
    if (steps === 2) rung.resolve();
    return FOR_EVER;
  });
  loop.ring();
  await rung.promise;
  await loop.close();
  expect(steps).toBe(2);
});

it('a loop that is closed waits for the step under way, and takes no other', async () => {
  const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const loop = new Loop();
  let steps = 0;
  loop.open(async () => {
    begun.resolve();
    await done.promise;
    steps += 1;
    return 0;
  });
  await begun.promise;
  const closed = loop.close();
  expect([loop.stopping, steps]).toEqual([true, 0]);
  done.resolve();
  await closed;
  expect(steps).toBe(1);
});

it('a loop that was closed before it was opened takes no step', async () => {
  const loop = new Loop();
  await loop.close();
  let steps = 0;
  loop.open(async () => (steps += 1));
  await loop.close();
  expect(steps).toBe(0);
});
