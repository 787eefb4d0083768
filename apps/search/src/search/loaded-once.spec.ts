import { describe, expect, it } from '@jest/globals';
import { loadedOnce } from './loaded-once.ts';

describe('what is loaded once', () => {
  it('is loaded when it is first needed, and then kept', async () => {
    let times = 0;
    const words = loadedOnce(() => Promise.resolve((times += 1)));
    expect(times).toBe(0);
    expect(await Promise.all([words(), words()])).toEqual([1, 1]);
    expect(await words()).toBe(1);
  });

  it('is loaded again where that failed', async () => {
    let times = 0;
    const words = loadedOnce(async () => {
      times += 1;
      if (times === 1) throw new Error('EMFILE: too many open files');
      return times;
    });
    const together = await Promise.allSettled([words(), words()]);
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await words()).toBe(2);
    expect(await words()).toBe(2);
  });
});
