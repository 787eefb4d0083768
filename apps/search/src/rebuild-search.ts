import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Text } from '@pks/contracts';
import { Database, Env, SystemClock, loadConfig, makeLog } from '@pks/platform';
import { GenerationsRepository } from './search-index/generations.repository.ts';
import { IndexedSourcesRepository } from './search-index/indexed-sources.repository.ts';
import { searchSchema } from './search.database.ts';

/** Milliseconds. */
const LOOK_MS = 1_000;
const PATIENCE_MS = 10_000;
/** A service begins to build within a minute. Without progress for this long, none seems to run. Milliseconds. */
const NO_PROGRESS_MS = 120_000;

class CommandConfig {
  @Env('SEARCH_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;

  @Env('DATABASE_URL')
  @Text({ optional: true })
  readonly databaseUrl?: string;
}

const [unknown] = process.argv.slice(2);
process.exit(unknown === undefined ? await run() : refuse(unknown));

function refuse(argument: string): number {
  return failed(`Rebuilding the search index takes no arguments, such as "${argument}".`);
}

/** The exit code. A running service does the work, while the current index stays in use; this waits, and prints the progress. */
async function run(): Promise<number> {
  const { ownDatabaseUrl, databaseUrl } = loadConfig(CommandConfig);
  const url = ownDatabaseUrl ?? databaseUrl;
  if (url === undefined) return failed('Set SEARCH_DATABASE_URL or DATABASE_URL.');
  const options = { ...searchSchema, url, poolSize: 1, migrate: false, name: 'rebuild-search' };
  const database = new Database(options, makeLog('rebuild-search', 'error'));
  try {
    await Promise.race([database.open(), sleep(PATIENCE_MS)]);
    if (database.notReady !== undefined) return failed(database.notReady);
    return await rebuild(database);
  } finally {
    await database.close();
  }
}

async function rebuild(database: Database): Promise<number> {
  const generations = new GenerationsRepository(database, new SystemClock());
  const sources = new IndexedSourcesRepository(database);
  const searched = await generations.searched();
  if (!searched) return failed('There is no search index yet: a search service creates it when it starts.');
  if (!(await generations.begin(searched))) print('An index is already being built.');
  print('A running search service builds the new index. Until then, the current one is searched.');
  const building = (await generations.live()).find(({ state }) => state === 'building');
  const number = building?.number ?? searched.number;
  let [printed, printedAt] = [0, performance.now()];
  for (; performance.now() - printedAt < NO_PROGRESS_MS; await sleep(LOOK_MS)) {
    const live = await generations.live();
    if (live.some((one) => one.state === 'current' && one.number >= number)) {
      print('The new index is searched from now on.');
      return 0;
    }
    if (!live.some((one) => one.number === number))
      return failed('The new index was given up: no search service is configured with its model.');
    const count = await sources.count(number);
    if (count === printed) continue;
    [printed, printedAt] = [count, performance.now()];
    print(`${count} documents, artifacts and interviews so far.`);
  }
  print('No progress for two minutes. The index is built while a search service runs.');
  return 0;
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function failed(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
