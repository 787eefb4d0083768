import 'reflect-metadata';
import { databaseAddress, withDatabase } from '@pks/platform';
import { rebuildIndex } from './search-index/index-rebuilding.ts';
import { searchSchema } from './search.database.ts';

process.exit(await run(process.argv.slice(2)));

/** The exit code. A running service does the work, while the current index stays in use; this waits, and prints the progress. */
async function run([unknown]: readonly string[]): Promise<number> {
  try {
    if (unknown !== undefined)
      throw new Error(`Rebuilding the search index takes no arguments, such as "${unknown}".`);
    const url = databaseAddress('SEARCH_DATABASE_URL');
    const options = { ...searchSchema, url, poolSize: 1, migrate: false, name: 'rebuild-search' };
    await withDatabase(options, (database) => rebuildIndex(database, print));
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function print(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}
