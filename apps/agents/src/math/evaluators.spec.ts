import { afterAll, describe, expect, it } from '@jest/globals';
import { SystemClock, faultOf } from '@pks/platform';
import { Evaluators } from './evaluators.ts';

const NEVER = new AbortController().signal;

describe('evaluators', () => {
  const evaluators = new Evaluators(new SystemClock());
  afterAll(() => evaluators.onModuleDestroy());

  const answerTo = (expression: string, projectId = 'one', signal = NEVER) =>
    evaluators.evaluate(expression, { projectId, signal, assertMayView: async () => undefined });

  it('evaluates expressions one after another and at a time', async () => {
    const sums = await Promise.all([1, 2, 3].map((each) => answerTo(`${each} + 1`, `project ${each}`)));
    expect(sums).toMatchObject([{ result: 2 }, { result: 3 }, { result: 4 }]);
  });

  it('keeps nothing of an expression for the next one', async () => {
    await expect(answerTo('leftover = 5')).resolves.toMatchObject({ result: 5 });
    await expect(answerTo('leftover + 1')).resolves.toMatchObject({ kind: 'refused', code: 'unknown_name' });
  });

  it.each([
    ['9000000001 > 9000000000', 'true'],
    ['1000000001 == 1000000002', 'false'],
    ['1000000000001 == 1000000000001.5', 'true'],
    ['0.1 + 0.2 == 0.3', 'true'],
    ['max(1000000001, 1000000002)', 1_000_000_002],
    ['max(1.6e-19, 3.2e-19)', 3.2e-19],
    ['sort([1000000002, 1000000001])', '[1000000001, 1000000002]'],
    ['median(1000000007, 1000000009, 999999998, 999999993)', 1_000_000_002.5],
    ['bignumber(25)!', '15511210043330985984000000'],
  ])(
    'compares to 12 digits, and counts bignumbers to 64, in a process of its own: %s',
    async (expression, result) => {
      await expect(answerTo(expression)).resolves.toMatchObject({ result });
    },
  );

  it.each([
    'ones(1e9)',
    'x = 1:1e9; sum(x)',
    'zeros(50000, 50000)',
    'concat(ones(4000, 4000), ones(4000, 4000))',
  ])('ends a process that takes too much memory or time: %s', async (expression) => {
    const code = answerTo(expression).catch((error: unknown) => faultOf(error).details?.['error_code']);
    expect(['too_large', 'time_limit']).toContain(await code);
    await expect(answerTo('1 + 1')).resolves.toMatchObject({ result: 2 });
  });

  it('ends a process that takes too long', async () => {
    const endless = 'f(x) = x > 0 ? f(x - 1) + f(x - 1) : 0; f(60)';
    await expect(answerTo(endless)).rejects.toMatchObject({ data: { kind: 'deadline_exceeded' } });
    await expect(answerTo('1 + 1')).resolves.toMatchObject({ result: 2 });
  });

  it('ends the evaluation when its run has to end', async () => {
    const run = new AbortController();
    const endless = answerTo('f(x) = x > 0 ? f(x - 1) + f(x - 1) : 0; f(60)', 'one', run.signal);
    run.abort();
    await expect(endless).rejects.toMatchObject({ data: { kind: 'deadline_exceeded' } });
  });
});
