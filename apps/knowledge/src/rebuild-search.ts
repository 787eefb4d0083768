import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { Text } from '@pks/contracts';
import { Database, Env, SystemClock, loadConfig, makeLog } from '@pks/platform';
import { GenerationsRepository } from './indexing/generations.repository.ts';
import { IndexedSourcesRepository } from './indexing/indexed-sources.repository.ts';
import { knowledgeSchema } from './knowledge.database.ts';

/** Milliseconds. */
const LOOK_MS = 1_000;
const PATIENCE_MS = 10_000;
/** While nothing happens for so long, nobody seems to build. Milliseconds. */
const NOBODY_MS = 60_000;

class CommandConfig {
  @Env('KNOWLEDGE_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;

  @Env('DATABASE_URL')
  @Text({ optional: true })
  readonly databaseUrl?: string;
}

process.exit(await run());

/** The exit code. A service that runs does the work, while the index that there is goes on being searched; this waits and tells. */
async function run(): Promise<number> {
  const { ownDatabaseUrl, databaseUrl } = loadConfig(CommandConfig);
  const url = ownDatabaseUrl ?? databaseUrl;
  if (url === undefined) return failed('Set KNOWLEDGE_DATABASE_URL or DATABASE_URL.');
  const options = { ...knowledgeSchema, url, poolSize: 1, migrate: false, name: 'rebuild-search' };
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
  if (!searched) return failed('There is no search index yet: a knowledge service makes it when it starts.');
  if (!(await generations.begin(searched))) tell('One is being built already.');
  tell('A knowledge service that runs builds the new index; the one that there is is searched until then.');
  let [told, toldAt] = [0, Date.now()];
  for (; Date.now() - toldAt < NOBODY_MS; await sleep(LOOK_MS)) {
    const building = (await generations.live()).find(({ state }) => state === 'building');
    if (!building) {
      tell('The new index is searched from now on.');
      return 0;
    }
    const count = await sources.count(building.number);
    if (count === told) continue;
    [told, toldAt] = [count, Date.now()];
    tell(`${count} documents and artifacts so far.`);
  }
  tell('Nothing has happened for a minute: it is built while a knowledge service runs.');
  return 0;
}

function tell(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

function failed(sentence: string): number {
  process.stderr.write(`${sentence}\n`);
  return 1;
}
