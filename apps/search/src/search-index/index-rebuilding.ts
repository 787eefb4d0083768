import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, SystemClock } from '@pks/platform';
import { GenerationsRepository } from './generations.repository.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';

/** How often to check the progress. Milliseconds. */
const LOOK_MS = 1_000;
/** A service begins to build within a minute. Without progress for this long, none seems to run. Milliseconds. */
const NO_PROGRESS_MS = 120_000;

/** Requests a new index from a running service, and waits until it is searched. @throws Error saying why it is not. */
export async function rebuildIndex(
  database: Database,
  print: (sentence: string) => void,
  patienceMs = NO_PROGRESS_MS,
): Promise<void> {
  const generations = new GenerationsRepository(database, new SystemClock());
  const sources = new IndexedSourcesRepository(database);
  const searched = await generations.searched();
  if (!searched) throw new Error('There is no search index yet: a search service creates it when it starts.');
  if (!(await generations.begin(searched))) print('An index is already being built.');
  print('A running search service builds the new index. Until then, the current one is searched.');
  const building = (await generations.live()).find(({ state }) => state === 'building');
  const number = building?.number ?? searched.number;
  let [printed, printedAt] = [0, performance.now()];
  for (; performance.now() - printedAt < patienceMs; await sleep(LOOK_MS)) {
    const live = await generations.live();
    if (live.some((one) => one.state === 'current' && one.number >= number))
      return print('The new index is searched from now on.');
    if (!live.some((one) => one.number >= number))
      throw new Error('The new index was given up: no search service is configured with its model.');
    const count = await sources.count(number);
    if (count === printed) continue;
    [printed, printedAt] = [count, performance.now()];
    print(`${count} documents, artifacts and interviews so far.`);
  }
  throw new Error('No progress for two minutes. The index is built while a search service runs.');
}
