import { jest } from '@jest/globals';

/** Everything but the current time stays real. */
const AS_EVER = [
  'clearImmediate',
  'clearInterval',
  'clearTimeout',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
] as const;

/** Does work with a clock that is ahead by some milliseconds, as another process may have. */
export async function withClockAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now: Date.now() + ms, doNotFake: [...AS_EVER] });
  try {
    return await work();
  } finally {
    jest.useRealTimers();
  }
}
