import { jest } from '@jest/globals';

/** Everything but the time. */
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

/** Does work as a process does whose clock is ahead by some milliseconds. */
export async function withClockAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now: Date.now() + ms, doNotFake: [...AS_EVER] });
  try {
    return await work();
  } finally {
    jest.useRealTimers();
  }
}
