import { describe, expect, it } from '@jest/globals';
import { Fault, Forbidden } from '@pks/platform';
import { TestClock } from '@pks/testing';
import { ToolTurns } from './tool-turns.ts';

const NEVER = new AbortController().signal;

/** Two runs of one project: the second waits until the first ends, `ms` milliseconds later. */
async function waited(ms: number, assertMayView: () => Promise<void>) {
  const clock = new TestClock();
  const turns = new ToolTurns({ concurrency: 1, queue: 1 }, clock);
  const first = Promise.withResolvers<string>();
  const run = { projectId: 'a project', signal: NEVER, assertMayView };
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

  it('leave the line to others when their run has to end', async () => {
    const turns = new ToolTurns({ concurrency: 1, queue: 1 }, new TestClock());
    const first = Promise.withResolvers<string>();
    const begun: string[] = [];
    const take = (name: string, signal = NEVER, work = Promise.resolve(name)) =>
      turns.take({ projectId: 'a project', signal, assertMayView: async () => undefined }, async () => {
        begun.push(name);
        return work;
      });
    const caller = new AbortController();
    const runs = [take('first', NEVER, first.promise), take('second', caller.signal)];
    await expect(take('one too many')).rejects.toThrow(Fault);
    caller.abort();
    await expect(runs[1]).rejects.toMatchObject({ data: { details: { error_code: 'time_limit' } } });
    runs.push(take('third'));
    first.resolve('first');
    await expect(Promise.all([runs[0], runs[2]])).resolves.toEqual(['first', 'third']);
    expect(begun).toEqual(['first', 'third']);
    await expect(take('too late', caller.signal)).rejects.toMatchObject({
      data: { kind: 'deadline_exceeded' },
    });
    expect(begun).toEqual(['first', 'third']);
  });
});
