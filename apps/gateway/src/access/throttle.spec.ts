import { describe, expect, it } from '@jest/globals';
import { Throttled } from '@pks/platform/process';
import { Throttle } from './throttle.ts';

async function refusalOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a throttle', () => {
  it('accepts everything when no limit is configured', async () => {
    const throttle = new Throttle(undefined);
    for (let n = 0; n < 100; n += 1) await throttle.take('ana');
  });

  it('refuses requests beyond the limit per minute, and says when to retry', async () => {
    const throttle = new Throttle(2);
    await throttle.take('ana');
    await throttle.take('ana');
    const refusal = await refusalOf(throttle.take('ana'));
    expect(refusal).toBeInstanceOf(Throttled);
    const { retryAfter: seconds, message } = (refusal as Throttled).data;
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(message).toBe(`Request was throttled. Expected available in ${seconds} seconds.`);
  });

  it('counts each credential separately', async () => {
    const throttle = new Throttle(1);
    await throttle.take('ana');
    await throttle.take('ben');
    expect(await refusalOf(throttle.take('ana'))).toBeInstanceOf(Throttled);
  });
});
