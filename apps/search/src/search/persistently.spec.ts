import { describe, expect, it } from '@jest/globals';
import { persistently } from './persistently.ts';

/** Runs a write that fails once, with a message of the engine, and returns how often it is tried. */
async function triesOf(message: string): Promise<number> {
  let tries = 0;
  await persistently(() => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error(message)) : Promise.resolve();
  });
  return tries;
}

describe('a write of the search engine', () => {
  it.each([
    ['a concurrent one', 'Retryable commit conflict for version 12: This Append transaction was preempted'],
    [
      'the deletion of a version before it',
      'lance error: Not found: srv/search/project.lance/_transactions/41-0c1e.txn, object_store.rs:52',
    ],
    [
      'the deletion of its folder',
      'lance error: LanceError(IO): Directory not empty (os error 39), lance-io-12.0.0/src/local.rs:48:14',
    ],
  ])('is tried again where it met %s', async (_, message) => {
    await expect(triesOf(message)).resolves.toBe(2);
  });

  it('fails at once where trying again would not help', async () => {
    await expect(triesOf('Not found: srv/search/project.lance/data/0c1e.lance')).rejects.toThrow('Not found');
  });
});
