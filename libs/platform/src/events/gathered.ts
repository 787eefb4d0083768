import { Bell } from '../time/bell.ts';

/** Nothing depends on it: the bell rings. Milliseconds. */
const LOOK_EVERY_MS = 60_000;

/** What a source has yielded, in its order: each time all that waits, at most so many, and never nothing. */
export async function* gathered<T>(source: AsyncIterable<T>, most: number): AsyncGenerator<T[]> {
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
    if (waiting.length > 0) yield waiting.splice(0, most);
    else await bell.wait(LOOK_EVERY_MS);
  }
  await gathering;
}
