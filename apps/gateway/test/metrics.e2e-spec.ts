import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';

const OPERATIONS = new URL('../../../docs/operations.md', import.meta.url);
/** The metrics of this product, and of Node.js, by how their names begin. */
const NAME = /\b(?:bus|database|events?|http|jobs|nodejs|outbox|outgoing)_[a-z_]*[a-z]\b/g;

/** The series of a histogram, which exist only once something was observed. */
const OF_A_HISTOGRAM = /_(?:bucket|count|sum)$/;

/** The names of the metrics of all processes. */
async function namesOfAll(): Promise<ReadonlySet<string>> {
  const addresses = (process.env['E2E_HEALTH_URLS'] ?? '').split(' ');
  const pages = await Promise.all(
    addresses.map(async (address) => (await fetch(new URL('/metrics', address))).text()),
  );
  return new Set(pages.flatMap((page) => [...page.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name)));
}

it('every metric that the documentation names is one of a process, also in its alerts', async () => {
  const [documented, names] = [await readFile(OPERATIONS, 'utf8'), await namesOfAll()];
  const mentioned = new Set(documented.match(NAME)?.map((name) => name.replace(OF_A_HISTOGRAM, '')));
  expect(mentioned.size).toBeGreaterThan(15);
  expect([...mentioned].filter((name) => !names.has(name))).toEqual([]);
});
