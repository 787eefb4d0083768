import { Bell } from '../time/bell.ts';

/** Nothing depends on this interval, because the bell rings. Milliseconds. */
const LOOK_EVERY_MS = 60_000;

/**
 * Yields the items of a source in order: each time all that wait, at most `most`, and never none. After a pause, an item is yielded at
 * once; otherwise items are yielded at most every `everyMs`, so that more come together, or at once if `most` wait.
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
      // Items that were received with the first one arrive in the same turn of the event loop.
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
