import { jest } from '@jest/globals';

/** Waits for a timer, and leaves a spy on a timer of a clock that stands still. */
export async function waitThenSpy(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'setTimeout');
  jest.useRealTimers();
}
