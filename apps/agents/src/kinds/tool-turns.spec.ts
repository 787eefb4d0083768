import { describe, expect, it } from '@jest/globals';
import { Forbidden } from '@pks/platform';
import { TestClock } from '@pks/testing';
import { ToolTurns } from './tool-turns.ts';

/** Two runs of one project, of which the second waits until the first has ended, so many milliseconds later. */
async function waited(ms: number, assertMayView: () => Promise<void>) {
  const clock = new TestClock();
  const turns = new ToolTurns({ concurrency: 1, queue: 1 }, clock);
  const first = Promise.withResolvers<string>();
  const run = { projectId: 'a project', assertMayView };
  const done: string[] = [];
  const works = [
    turns.take(run, () => first.promise),
    turns.take(run, async () => {
      done.push('the second');
      return 'second';
    }),
  ];
  clock.advance(ms);
  first.resolve('first');
  return { outcomes: await Promise.allSettled(works), done };
}

describe('the turns of tools', () => {
  it('begin nothing for a caller who may not view the project any more when their turn comes', async () => {
    const { outcomes, done } = await waited(5_000, () => Promise.reject(new Forbidden()));
    expect(outcomes).toEqual([
      { status: 'fulfilled', value: 'first' },
      { status: 'rejected', reason: expect.any(Forbidden) },
    ]);
    expect(done).toEqual([]);
  });

  it.each([
    [5_000, 1],
    [500, 0],
  ])('look a caller who has waited for %d ms up %d times', async (ms, expected) => {
    let times = 0;
    const { outcomes, done } = await waited(ms, async () => void (times += 1));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect([done, times]).toEqual([['the second'], expected]);
  });
});
