import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Throttled } from '@pks/platform/process';
import { Throttle } from './throttle.ts';

async function refusalOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

afterEach(() => {
  jest.useRealTimers();
});

describe('a throttle', () => {
  it('accepts everything when no limit is configured', async () => {
    const throttle = new Throttle(undefined);
    for (let n = 0; n < 100; n += 1) await throttle.take('ana');
  });

  it('refuses requests beyond the limit per minute, and says when to retry', async () => {
    jest.useFakeTimers();
    const throttle = new Throttle(2);
    await throttle.take('ana');
    await throttle.take('ana');
    expect(await refusalOf(throttle.take('ana'))).toEqual(new Throttled(60));
    jest.advanceTimersByTime(18_500);
    expect(await refusalOf(throttle.take('ana'))).toEqual(new Throttled(42));
    jest.advanceTimersByTime(41_499);
    expect(await refusalOf(throttle.take('ana'))).toEqual(new Throttled(1));
    jest.advanceTimersByTime(1);
    await throttle.take('ana');
  });

  it('counts each credential separately', async () => {
    const throttle = new Throttle(1);
    await throttle.take('ana');
    await throttle.take('ben');
    expect(await refusalOf(throttle.take('ana'))).toBeInstanceOf(Throttled);
  });
});
