import { expect, jest } from '@jest/globals';

/** Waits for a timer, and leaves a spy on a fake timer behind. */
export async function waitThenSpy(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1));
  jest.useFakeTimers();
  jest.spyOn(globalThis, 'setTimeout');
  jest.useRealTimers();
}

/** Asserts that Jest reports to the environment of a test once, not once more for each earlier file. */
export function isToldOnce(): void {
  const handlers: unknown = Reflect.get(globalThis, Symbol.for('EVENT_HANDLERS'));
  const environments = Array.isArray(handlers) ? handlers.filter(isOfEnvironment) : [];
  expect(environments).toHaveLength(1);
}

function isOfEnvironment(handler: unknown): boolean {
  return typeof handler === 'function' && handler.name === 'bound handleTestEvent';
}
