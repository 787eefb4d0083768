import { describe, expect, it } from '@jest/globals';
import { beforeAbort } from './before-abort.ts';

const LATE = new Error('too late');
const late = (): Error => LATE;
const never = new Promise<never>(() => undefined);

describe('work that may be aborted', () => {
  it('returns its result, or throws its own error', async () => {
    const { signal } = new AbortController();
    expect(await beforeAbort(signal, Promise.resolve('done'), late)).toBe('done');
    const failure = new Error('failed');
    await expect(beforeAbort(signal, Promise.reject(failure), late)).rejects.toBe(failure);
  });

  it('ends when the signal aborts, or has aborted already', async () => {
    const controller = new AbortController();
    const running = beforeAbort(controller.signal, never, late);
    controller.abort();
    await expect(running).rejects.toBe(LATE);
    await expect(beforeAbort(controller.signal, never, late)).rejects.toBe(LATE);
  });

  it('may fail afterwards without anybody noticing', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    const running = beforeAbort(AbortSignal.abort(), promise, late);
    await expect(running).rejects.toBe(LATE);
    reject(new Error('unhandled, if nobody handled it'));
    await expect(promise).rejects.toThrow('unhandled');
  });
});
