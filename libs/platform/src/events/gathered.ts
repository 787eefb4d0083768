import { Bell } from '../time/bell.ts';

/** Nothing depends on it: the bell rings. Milliseconds. */
const LOOK_EVERY_MS = 60_000;

/**
 * What a source has yielded, in its order: each time all that waits, at most so many, and never nothing. It is yielded at once after a
 * pause, and otherwise so often at most that more of it comes together; where as many wait as may, at once.
 */
export async function* gathered<T>(
  source: AsyncIterable<T>,
  most: number,
  everyMs: number,
): AsyncGenerator<T[]> {
  const waiting: T[] = [];
  const bell = new Bell();
  let hasEnded = false;
  const gather = async (): Promise<void> => {
    try {
      for await (const one of source) {
        waiting.push(one);
        bell.ring();
      }
    } finally {
      hasEnded = true;
      bell.ring();
    }
  };
  const gathering = gather();
  gathering.catch(() => undefined);
  while (!hasEnded || waiting.length > 0) {
    if (waiting.length === 0) {
      await bell.wait(LOOK_EVERY_MS);
      // What was received with the first one comes in the same turn of the event loop.
      await new Promise(setImmediate);
      continue;
    }
    const yieldedAt = performance.now();
    const some = waiting.splice(0, most);
    yield some;
    const rest = yieldedAt + everyMs - performance.now();
    if (some.length < most && rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  }
  await gathering;
}
